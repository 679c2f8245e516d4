import { studentTQuantile } from '#statistics/distributions/student-t.ts';
import type { Interval } from '../interval.ts';
import { mean } from '../mean.ts';
import { pairedT } from './paired-t.ts';
import type { PairedValues } from './paired-values.ts';

/** Whether the typical case's count (tokens, cost, latency) grew. */
export interface LogRatioTest {
  /** Cases with a positive value on both sides. */
  readonly cases: number;
  /** Candidate ÷ baseline of the typical case: the geometric mean over cases. Not the ratio of the suite's totals. */
  readonly ratio: number;
  readonly ci95: Interval;
  /** Of ln(ratio). */
  readonly standardError: number;
  /** `null` if every case changed by the same factor. */
  readonly t: number | null;
  /** One-sided, of growth. */
  readonly p: number;
}

/** With fewer cases a typical case is unknown. */
export const FEWEST_CASES_FOR_RATIO = 6;

/**
 * Paired t-test on mean ln(candidate) − mean ln(baseline) of each case: token counts differ between cases by orders of
 * magnitude, so only their ratio within a case is comparable. A count that is zero, negative or not finite is missing, and a
 * case without a value on either side is left out.
 *
 * @returns `null` if fewer than `FEWEST_CASES_FOR_RATIO` cases are left
 */
export function logRatioTest(pairs: readonly PairedValues[]): LogRatioTest | null {
  const differences = pairs.map(logDifference).filter((difference) => difference !== null);
  const test = pairedT(differences);
  if (test === null || differences.length < FEWEST_CASES_FOR_RATIO) return null;
  const margin = studentTQuantile(0.975, test.degreesOfFreedom) * test.standardError;
  return {
    cases: differences.length,
    ratio: Math.exp(test.mean),
    ci95: { low: Math.exp(test.mean - margin), high: Math.exp(test.mean + margin) },
    standardError: test.standardError,
    t: test.t,
    p: test.p,
  };
}

function logDifference({ candidate, baseline }: PairedValues): number | null {
  const here = meanLog(candidate);
  const before = meanLog(baseline);
  return here === null || before === null ? null : here - before;
}

function meanLog(values: readonly number[]): number | null {
  return mean(values.filter((value) => value > 0 && Number.isFinite(value)).map(Math.log));
}
