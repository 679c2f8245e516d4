import { normalSf, Z_TWO_SIDED_95 } from '#statistics/distributions/normal.ts';
import { around, type Interval } from '../interval.ts';
import type { PairedValues } from './paired-values.ts';
import { strataZ } from './strata-z.ts';

/** Whether a rate of single trials (tool recall) fell. */
export interface RecallTest {
  /** Cases with a value on both sides. */
  readonly cases: number;
  /** Baseline mean − candidate mean over cases: positive when recall was lost, in rates. */
  readonly drop: number;
  /** Of the drop; `null` if no value varies within a case, so that there is no error estimate. */
  readonly ci95: Interval | null;
  /** Of the drop, if the trials of each case are exchangeable. */
  readonly exchangeableError: number;
  readonly z: number;
  /** One-sided, of loss. */
  readonly p: number;
}

/**
 * Stratified permutation test of loss: p = max(Φ(z), Φ(z − g(z²−1)/6)), g the skewness of z. The second term is the first
 * Cornish–Fisher correction; without it the test is three times too loose if misses are rare and the baseline has many more
 * trials than the candidate. If no value varies within a case nothing was lost, and p = 1.
 *
 * @returns `null` without a case that has values on both sides
 */
export function recallTest(pairs: readonly PairedValues[]): RecallTest | null {
  const result = strataZ(pairs);
  if (result === null) return null;
  const { cases, z, skewness } = result;
  if (result.exchangeableError === 0) return { cases, drop: 0, ci95: null, exchangeableError: 0, z, p: 1 };
  const { exchangeableError } = result;
  const drop = 0 - result.difference;
  const corrected = z - (skewness * (z * z - 1)) / 6;
  const margin = Z_TWO_SIDED_95 * Math.max(result.exchangeableError, result.waldError);
  return {
    cases,
    drop,
    ci95: around(drop, margin),
    exchangeableError,
    z,
    p: Math.max(normalSf(-z), normalSf(-corrected)),
  };
}
