import type { TrialRecord } from '#domain/trial/trial-record.ts';
import type { CaseRecord } from './results-file.ts';

/** A trial that was judged; `error` trials are missing, not failed. */
export type ScoredTrial = TrialRecord & { readonly outcome: 'passed' | 'failed' };

/** The judged trials of a case, by index: whatever order a file lists them in, sums over them are the same to the last bit. */
export function scoredTrials(item: CaseRecord): readonly ScoredTrial[] {
  return item.trials.filter(isScored).toSorted((one, other) => one.index - other.index);
}

/** The judged trials that may enter a test: a replayed trial repeats an answer that was given before, so it is no evidence. */
export function evidence(item: CaseRecord): readonly ScoredTrial[] {
  return scoredTrials(item).filter((trial) => trial.source !== 'replayed');
}

function isScored(trial: TrialRecord): trial is ScoredTrial {
  return trial.outcome !== 'error';
}
