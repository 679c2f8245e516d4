import { mean } from '../mean.ts';
import { type Drift, driftOf } from './drift.ts';
import { type RunValues, runSpread } from './run-spread.ts';

/**
 * How far rates usually move from day to day, in logits, as a standard deviation: a provider serves a model elsewhere, under another load, or
 * changes it. A rate of 90 % then is 87 or 92 % on another day.
 */
const USUAL_LOGITS = 0.3;

/** The values of a case, each between 0 and 1: in all, and in each run of main. */
export interface CaseRates {
  readonly all: RunValues;
  readonly runs: readonly RunValues[];
}

/**
 * How far a mean of rates may move. A shift of all rates by some logits moves the mean by the mean of r(1 − r) times as much; one more failure in
 * all, as few trials may hide some.
 */
export function rateDrift(cases: readonly CaseRates[]): Drift {
  const tried = cases.filter(({ all }) => all.count > 0);
  const slope = mean(tried.map(({ all }) => slopeOf(all))) ?? 0;
  const hidden = (mean(tried.map(({ all }) => 1 / all.count)) ?? 0) / Math.max(1, tried.length);
  const runs = tried.map((item) => item.runs);
  return driftOf(USUAL_LOGITS * (slope + hidden), mostRuns(runs), runSpread(runs));
}

/** The runs of the case that has most; at least one. */
function mostRuns(cases: readonly (readonly unknown[])[]): number {
  return cases.reduce((most, { length }) => Math.max(most, length), 1);
}

/** r(1 − r), without bias for rates of passed trials. */
function slopeOf({ count, sum }: RunValues): number {
  const rate = sum / count;
  return count > 1 ? (rate * (1 - rate) * count) / (count - 1) : rate * (1 - rate);
}
