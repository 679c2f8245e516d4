import { studentTSf } from '#statistics/distributions/student-t.ts';
import { mean } from '../mean.ts';
import { sampleVariance } from '../sample-variance.ts';

/** One-sided paired t-test that the mean difference is above 0. */
export interface PairedT {
  readonly mean: number;
  /** s_d / √C */
  readonly standardError: number;
  readonly degreesOfFreedom: number;
  /** `null` if all differences are equal: there is no error to compare with. */
  readonly t: number | null;
  /** P(T ≥ t). With equal differences 0 if they are positive, else 1. */
  readonly p: number;
}

// Differences closer than this are equal: their spread is rounding, and a t from it would be noise divided by noise.
const EQUAL = 1e-12;

/**
 * Student's paired t-test on one difference per case.
 *
 * @returns `null` for fewer than two differences
 */
export function pairedT(differences: readonly number[]): PairedT | null {
  const centre = mean(differences);
  const variance = sampleVariance(differences);
  if (centre === null || variance === null) return null;
  const deviation = Math.sqrt(variance);
  const standardError = deviation / Math.sqrt(differences.length);
  const degreesOfFreedom = differences.length - 1;
  if (deviation < EQUAL) return { mean: centre, standardError, degreesOfFreedom, t: null, p: centre > EQUAL ? 0 : 1 };
  const t = centre / standardError;
  return { mean: centre, standardError, degreesOfFreedom, t, p: studentTSf(t, degreesOfFreedom) };
}
