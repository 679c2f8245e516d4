/**
 * Unbiased estimate that at least one of `k` trials passes: 1 − C(n−c,k)/C(n,k) (Chen et al. 2021, arXiv:2107.03374).
 *
 * @param passes c, of `trials` n
 * @param k a whole number ≥ 1
 * @returns `null` for fewer trials than k: there is nothing to draw k from
 */
export function passAtK(passes: number, trials: number, k: number): number | null {
  if (trials < k || k < 1) return null;
  let noneOfK = 1;
  for (let i = 0; i < k; i++) noneOfK *= Math.max(0, trials - passes - i) / (trials - i);
  return 1 - noneOfK;
}
