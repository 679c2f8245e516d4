import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { ResultsFile } from './results-file.ts';

/** With more trials results.json would usually exceed the size that can be read. */
const MOST_WHOLE_TRIALS = 40_000;

/** A part of a run, made lean if the whole run must be: details that can't be stored need no memory. */
export function leanShard(results: ResultsFile): ResultsFile {
  const of = results.run.shard?.of ?? 1;
  const trials = results.cases.reduce((sum, item) => sum + item.trials.length, 0);
  return trials * of > MOST_WHOLE_TRIALS ? lean(results) : results;
}

function lean(results: ResultsFile): ResultsFile {
  const cases = results.cases.map((item) => ({ ...item, trials: item.trials.map(leanTrial) }));
  return { ...results, cases };
}

/** Whether any case is lean. */
export function isLean({ cases }: ResultsFile): boolean {
  return cases.some(({ trials }) => trials.some(({ started_at }) => started_at === NO_TIME));
}

/**
 * The part of a trial that gates, comparisons and reports read: without the checks that passed, times, seed, hashes of messages
 * and the pointer to its trajectory. The hash of response ids stays: it shows that two trials are one.
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
