import { cutEnd } from '#common/cut.ts';
import { plural } from '#common/words.ts';
import { isSameCase } from '#gate/baseline/pairing/pair-cases.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** What shows whether stored trials are of a case, and what is known of its expectations without running it. */
export type CaseIdentity = Pick<
  CaseRecord,
  'id' | 'input_hash' | 'expect_hash' | 'grader_hash' | 'judge_key' | 'expected_tool_calls'
>;

/** A case of a run of main with the change's input and other expectations. */
export interface Regradable {
  readonly record: CaseRecord;
  /** The case as the change has it. */
  readonly head: CaseIdentity;
  /** The trials to be graded again. */
  readonly trials: readonly TrialRecord[];
}

/**
 * The cases of a run whose trials are worth grading again: equal input, other expectations.
 *
 * @param everything also equal expectations: another version of the metrics measured the run
 */
export function regradable(
  records: readonly CaseRecord[],
  heads: readonly CaseIdentity[],
  everything = false,
): readonly Regradable[] {
  const known = new Map(records.map((record) => [record.id, record]));
  return heads.flatMap((head) => {
    const record = known.get(head.id);
    if (record === undefined || record.input_hash !== head.input_hash) return [];
    if (!everything && isSameCase(record, head)) return [];
    return [{ record, head, trials: record.trials.filter((trial) => isJudged(trial, record)) }];
  });
}

/**
 * Why the trials can't be graded again, a sentence part; `null` if they can. All judged ones must be stored whole: which
 * trajectories are missing depends on what happened, so the others are a biased sample.
 */
export function lackOfTrajectories({ trials }: Regradable): string | null {
  const count = (state: TrialRecord['trajectory_state']) => trials.filter((trial) => stateOf(trial) === state).length;
  const [absent, truncated, redacted] = [count('absent'), count('truncated'), count('redacted')];
  const of = `of its ${plural(trials.length, 'trajectory', 'trajectories')}`;
  if (absent > 0) return `${absent} ${of} ${are(absent)} not stored (the input "trajectories: all" stores every one)`;
  if (truncated > 0) return `${truncated} ${of} ${are(truncated)} too long to be stored whole`;
  if (redacted > 0) return `${redacted} ${of} held a secret and ${are(redacted)} stored without it`;
  return null;
}

/** Why the trajectories of a run are a biased sample of it, a sentence part: it stores only those of failed trials, or none. */
export function storesInPart({ cases }: Pick<ResultsFile, 'cases'>): string | null {
  const lacks = ({ outcome, source, trajectory }: TrialRecord) =>
    outcome === 'passed' && source !== 'replayed' && trajectory === null;
  return cases.some(({ trials }) => trials.some(lacks))
    ? 'not every trial of its run has its trajectory stored (the input "trajectories: all" stores every one)'
    : null;
}

/**
 * Why trials that were graded again are a biased sample, a sentence part; `null` if they are not: some were not found, or the
 * new checks can't judge them, which also depends on what happened in them.
 *
 * @param graded by index
 */
export function whyBiased({ trials }: Regradable, graded: ReadonlyMap<number, TrialRecord>): string | null {
  const missing = trials.filter(({ index }) => !graded.has(index)).length;
  if (missing > 0)
    return `${missing} of its ${plural(trials.length, 'trajectory', 'trajectories')} ${are(missing)} not among those stored`;
  const unjudged = [...graded.values()].filter(({ outcome }) => outcome === 'error');
  const [first] = unjudged;
  if (first === undefined) return null;
  return `${unjudged.length} of its ${plural(trials.length, 'stored trial')} can't be judged (${cutEnd(first.error?.message ?? '', LONGEST_MESSAGE)})`;
}

const LONGEST_MESSAGE = 200;

/** The record as if main had had the change's expectations; if it had, only the grades are new. */
export function regradeRecord({ record, head }: Regradable, again: ReadonlyMap<number, TrialRecord>): CaseRecord {
  const trials = record.trials.map((trial) => again.get(trial.index) ?? trial);
  if (isSameCase(record, head)) return { ...record, trials };
  const { expect_hash, grader_hash, judge_key, expected_tool_calls } = head;
  const { judge_key: _before, ...rest } = record;
  const regrading = { problem: null, grader_hash: gradersOnMain(record) };
  return {
    ...rest,
    expect_hash,
    grader_hash,
    ...(judge_key === undefined ? {} : { judge_key }),
    expected_tool_calls,
    trials,
    regrading,
  };
}

/** The record as it was, with the reason: a sentence part. */
export function notRegraded(record: CaseRecord, problem: string): CaseRecord {
  const words = `its stored trials can't be graded again: ${problem}`;
  return { ...record, regrading: { problem: words, grader_hash: gradersOnMain(record) } };
}

/** Hash of the files that custom checks ran on main, also of a record that was graded again with those of a change. */
export function gradersOnMain({ grader_hash: own, regrading }: CaseRecord): string | null {
  return regrading === undefined ? own : regrading.grader_hash;
}

/** A trial that another expectation could judge differently: its answer was judged, or could not be. */
function isJudged({ index, outcome, error, source }: TrialRecord, { planned_trials: planned }: CaseRecord): boolean {
  return index <= planned && source !== 'replayed' && (outcome !== 'error' || error?.class === 'judge');
}

function stateOf({ trajectory, trajectory_state: state }: TrialRecord): TrialRecord['trajectory_state'] {
  return trajectory === null ? 'absent' : state;
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}
