import { Z_ONE_SIDED_95 } from '../distributions/normal.ts';

/** How often a judge errs on one criterion, as its labels show, and how sure that is. */
export interface JudgeError {
  /** P(the judge says met | it is met). */
  readonly q1: number;
  /** P(the judge says not met | it is not met). */
  readonly q0: number;
  /** Labels behind `q1`, and behind `q0`: as many labels of equal weight would say as much, so they need not be whole. */
  readonly m1: number;
  readonly m0: number;
  /** Youden's J, `q1 + q0 − 1` (Youden 1950): 1 for a judge that never errs, 0 for one that guesses. */
  readonly j: number;
  /** Variance of `j`, from the labels. */
  readonly varJ: number;
}

/** A judge whose J may be this low, at 95 % confidence, can't tell good from bad. */
export const LEAST_J = 0.3;

/** One-sided lower 95 % bound of J (normal approximation of the two binomial shares). */
export function lowerBoundOfJ({ j, varJ }: Pick<JudgeError, 'j' | 'varJ'>): number {
  return j - Z_ONE_SIDED_95 * Math.sqrt(varJ);
}

/** Whether the labels show a judge that tells good from bad. */
export function canTell(error: Pick<JudgeError, 'j' | 'varJ'>): boolean {
  return lowerBoundOfJ(error) > LEAST_J;
}

/** Whether a judge is known never to err, so that nothing has to be corrected. */
export function isExact({ j, varJ }: Pick<JudgeError, 'j' | 'varJ'>): boolean {
  return j === 1 && varJ === 0;
}
