import { type CandidateCase, passes } from '#gate/decision/terms/evidence.ts';
import { valuesOf } from '#gate/decision/terms/metric-values.ts';
import type { CaseRate } from '#statistics/floors/floor-bounds.ts';
import { mean } from '#statistics/mean.ts';
import { type BoundedFigure, FIGURES } from '#trials/metrics/figures.ts';

/** A figure that a bound may be set on, besides the pass rate. */
export type FlooredRate = 'tool_recall' | BoundedFigure;

/** A case of the candidate by what floors are about. */
export interface TriedCase extends Pick<CandidateCase, 'id' | 'tags' | 'criteria'> {
  readonly passed: CaseRate;
  /** Asked for only where a floor is set on it. */
  readonly rateOf: (metric: FlooredRate) => CaseRate;
}

/** Counts a case. */
export function triedCase({ trials, ...item }: CandidateCase): TriedCase {
  return { ...item, passed: rateOfTrials(trials), rateOf: (metric) => meanRate(trials, metric) };
}

/** The share of trials that passed. */
export function rateOfTrials(trials: CandidateCase['trials']): CaseRate {
  return { rate: passes(trials) / trials.length, trials: trials.length };
}

/** The mean over the trials that have a value. */
export function meanRate(trials: CandidateCase['trials'], metric: FlooredRate): CaseRate {
  const values = ratesOfTrials(trials, metric);
  return { rate: mean(values) ?? 0, trials: values.length };
}

/** The values of the trials that have one. */
export function ratesOfTrials(trials: CandidateCase['trials'], metric: FlooredRate): readonly number[] {
  if (metric === 'tool_recall') return valuesOf(trials, metric);
  const { valueOf: measure } = FIGURES[metric];
  return trials.flatMap(({ record }) => (record && measure(record)) ?? []).map(Number);
}
