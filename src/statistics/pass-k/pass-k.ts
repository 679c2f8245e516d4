import { mean } from '../mean.ts';

/** Passed trials of the judged ones of one case. */
export interface PassCount {
  readonly passed: number;
  readonly scored: number;
}

/** pass^k (all of k trials pass) and pass@k (at least one does) of a suite: means over the cases with at least k judged trials. */
export interface PassK {
  readonly k: number;
  /** `null` if no case has k judged trials. */
  readonly pass_hat_k: number | null;
  readonly pass_at_k: number | null;
  /** Number of cases with at least k judged trials, over which the means are taken. */
  readonly cases: number;
}

/** Means of the unbiased estimates of all cases that have one. */
export function passK(cases: readonly PassCount[], k: number): PassK {
  const counted = cases.filter(({ scored }) => scored >= k);
  const average = (estimate: (passed: number, scored: number, k: number) => number | null): number | null =>
    mean(counted.flatMap(({ passed, scored }) => estimate(passed, scored, k) ?? []));
  return { k, pass_hat_k: average(passHatK), pass_at_k: average(passAtK), cases: counted.length };
}

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
