import { mean } from '../mean.ts';
import { passAtK } from './pass-at-k.ts';
import { passHatK } from './pass-hat-k.ts';

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
