import { studentTSf } from '#statistics/distributions/student-t.ts';
import { mean } from '../mean.ts';
import { sampleVariance } from '../sample-variance.ts';

/** Values that each side needs before their spread can say anything. */
const FEWEST = 3;

/** Means that differ by a smaller share are equal: the rest is rounding. */
const EQUAL = 1e-12;

/**
 * One-sided p of Welch's t-test that the candidate's values are larger in the mean; sides may vary by different amounts. Its degrees of
 * freedom are rounded down, which errs to larger p.
 *
 * @returns `null` if a side has fewer than three values
 */
export function welchP(candidate: readonly number[], baseline: readonly number[]): number | null {
  if (candidate.length < FEWEST || baseline.length < FEWEST) return null;
  const [here, main] = [mean(candidate) ?? 0, mean(baseline) ?? 0];
  const parts = [candidate, baseline].map((values) => (sampleVariance(values) ?? 0) / values.length);
  const variance = parts.reduce((sum, part) => sum + part, 0);
  const rounding = EQUAL * Math.max(Math.abs(here), Math.abs(main));
  if (Math.sqrt(variance) <= rounding) return here - main > rounding ? 0 : 1;
  const [a = 0, b = 0] = parts;
  const degrees = variance ** 2 / (a ** 2 / (candidate.length - 1) + b ** 2 / (baseline.length - 1));
  return studentTSf((here - main) / Math.sqrt(variance), Math.max(1, Math.floor(degrees)));
}
