import { mean } from '../mean.ts';
import { sampleVariance } from '../sample-variance.ts';

/** Values of one case in one run of main: how many, their sum, and that of their squares. */
export interface RunValues {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

/** What the means of runs vary by. */
export interface RunSpread {
  /** R, at least 2. */
  readonly runs: number;
  /** s², the sample variance of the R means over cases. */
  readonly seen: number;
  /** What chance alone makes of it: w = (1/C²) Σ S²/m̃, S² a case's sample variance over all its values, m̃ the harmonic mean of their number per run. */
  readonly byChance: number;
}

/** Sums of some values. */
export function runValues(values: readonly number[]): RunValues {
  return {
    count: values.length,
    sum: values.reduce((total, value) => total + value, 0),
    squares: values.reduce((total, value) => total + value * value, 0),
  };
}

/**
 * How far runs of unchanged code differ in the mean over their cases, and how far by chance. Over the C cases with a value in every run, so
 * that every mean is over the same cases.
 *
 * @param cases per case one entry per run, the same runs in the same order everywhere; a case with fewer entries, or with an empty one, is left
 * out
 * @returns `null` for fewer than two runs or without a case that all runs have
 */
export function runSpread(cases: readonly (readonly RunValues[])[]): RunSpread | null {
  const runs = cases.reduce((most, { length }) => Math.max(most, length), 0);
  const shared = cases.filter((each) => each.length === runs && each.every(({ count }) => count >= 1));
  const means = Array.from({ length: runs }, (_, run) => mean(shared.map((each) => meanOf(each[run]))) ?? 0);
  const seen = sampleVariance(means);
  if (seen === null || shared.length === 0) return null;
  const byChance = shared.reduce((sum, each) => sum + varianceWithinRun(each), 0) / shared.length ** 2;
  return { runs, seen, byChance };
}

function meanOf({ count, sum }: RunValues = { count: 0, sum: 0, squares: 0 }): number {
  return count > 0 ? sum / count : 0;
}

/** Sampling variance of one case's mean in one run of typical length; two runs have at least two values. */
function varianceWithinRun(runs: readonly RunValues[]): number {
  let [count, sum, squares, inverses] = [0, 0, 0, 0];
  for (const each of runs) {
    count += each.count;
    sum += each.sum;
    squares += each.squares;
    inverses += 1 / each.count;
  }
  const centre = sum / count;
  const variance = Math.max(0, squares / count - centre * centre) * (count / (count - 1));
  return variance * (inverses / runs.length);
}
