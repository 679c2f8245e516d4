import { type CandidateCase, passes } from '#gate/decision/terms/evidence.ts';
import { valuesOf } from '#gate/decision/terms/metric-values.ts';
import type { CaseRate } from '#statistics/floors/floor-bounds.ts';
import { mean } from '#statistics/mean.ts';

/** A case of the candidate by what floors are about. */
export interface TriedCase extends Pick<CandidateCase, 'id' | 'tags' | 'criteria'> {
  readonly passed: CaseRate;
  /** Asked for only where a floor is set on it. */
  readonly recall: () => CaseRate;
}

/** Counts a case. */
export function triedCase({ trials, ...item }: CandidateCase): TriedCase {
  return { ...item, passed: rateOfTrials(trials), recall: () => recallRate(trials) };
}

/** The share of trials that passed. */
export function rateOfTrials(trials: CandidateCase['trials']): CaseRate {
  return { rate: passes(trials) / trials.length, trials: trials.length };
}

/** The mean tool recall of the trials that have one. */
export function recallRate(trials: CandidateCase['trials']): CaseRate {
  const values = valuesOf(trials, 'tool_recall');
  return { rate: mean(values) ?? 0, trials: values.length };
}
