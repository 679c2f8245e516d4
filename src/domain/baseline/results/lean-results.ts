import type { TrialRecord } from '#domain/trial/trial-record.ts';
import type { ResultsFile } from './results-file.ts';

/** Above so many trials results.json would as a rule be larger than what is read. */
const MOST_WHOLE_TRIALS = 40_000;

/** The part of a run, lean where the whole run will have to be: nobody needs to hold what can't be kept. */
export function leanShard(results: ResultsFile): ResultsFile {
  const of = results.run.shard?.of ?? 1;
  const trials = results.cases.reduce((sum, item) => sum + item.trials.length, 0);
  return trials * of > MOST_WHOLE_TRIALS ? lean(results) : results;
}

function lean(results: ResultsFile): ResultsFile {
  const cases = results.cases.map((item) => ({ ...item, trials: item.trials.map(leanTrial) }));
  return { ...results, cases };
}

/** Whether that was done to any case. */
export function isLean({ cases }: ResultsFile): boolean {
  return cases.some(({ trials }) => trials.some(({ started_at }) => started_at === NO_TIME));
}

/**
 * What gates, comparisons and reports read of a trial: without the checks that passed, times, seed, hashes of what was said and the pointer to
 * its trajectory. The hash of response ids stays: it tells that two trials are one.
 */
export function leanTrial(trial: TrialRecord): TrialRecord {
  return {
    ...trial,
    checks: trial.checks.filter(({ passed }) => passed !== true),
    seed: 0,
    started_at: NO_TIME,
    duration_ms: 0,
    wait_ms: 0,
    tries: 1,
    output_hash: null,
    tools_hash: null,
    trajectory: null,
    trajectory_state: 'absent',
  };
}

const NO_TIME = '';
