/**
 * Unbiased estimate that all of `k` trials pass, pass^k: C(c,k)/C(n,k) (Yao et al. 2024, τ-bench, arXiv:2406.12045).
 *
 * @param passes c, of `trials` n
 * @param k a whole number ≥ 1
 * @returns `null` for fewer trials than k: there is nothing to draw k from
 */
export function passHatK(passes: number, trials: number, k: number): number | null {
  if (trials < k || k < 1) return null;
  let allOfK = 1;
  for (let i = 0; i < k; i++) allOfK *= Math.max(0, passes - i) / (trials - i);
  return allOfK;
}
