import { type LeanTrial, LOST, leanTrial } from '#trials/trial/lean-trial.ts';
import type { CaseRecord, ResultsFile } from './results-file.ts';
import { shareEqualParts } from './share-equal-parts.ts';

/** What a decision may read of a case. */
export interface LeanCase extends Omit<CaseRecord, 'trials'> {
  readonly trials: readonly LeanTrial[];
}

/** What a decision may read of results. */
export interface LeanResults extends Omit<ResultsFile, 'cases'> {
  readonly cases: readonly LeanCase[];
}

/** With more trials results.json would usually exceed the size that can be read. */
const MOST_WHOLE_TRIALS = 40_000;

/** A part of a run, made lean if the whole run must be: details that can't be stored need no memory. */
export function leanShard(results: ResultsFile): ResultsFile {
  const of = results.run.shard?.of ?? 1;
  const trials = results.cases.reduce((sum, item) => sum + item.trials.length, 0);
  return trials * of > MOST_WHOLE_TRIALS ? lean(results) : results;
}

function lean(results: ResultsFile): ResultsFile {
  const share = shareEqualParts();
  const cases = results.cases.map((item) => ({ ...item, trials: item.trials.map((trial) => share(leanTrial(trial))) }));
  return { ...results, cases };
}

/** Whether any case is lean. */
export function isLean({ cases }: ResultsFile): boolean {
  return cases.some(({ trials }) => trials.some(({ started_at }) => started_at === LOST.started_at));
}
