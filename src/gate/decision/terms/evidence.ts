import { keyed } from '#common/keyed.ts';
import type { LeanCase } from '#gate/baseline/results/lean-results.ts';
import type { RunCounts } from '#statistics/counts/between-runs.ts';
import type { PairedCounts, PlannedCounts } from '#statistics/counts/paired-counts.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';
import type { StoredCall } from '#trials/trial/stored-calls.ts';
import type { CancelledCall } from '#trials/trial/trial-record.ts';
import type { JudgedCase } from './judge-rules.ts';
import { METRIC_NAMES, type Metric, type ValueName } from './metrics.ts';

/** The values of one judged trial for the tests; `null` if there is none. */
export interface GateTrial extends Readonly<Record<ValueName, number | null>> {
  /** From 1, for trials added to an earlier run at most its last look; decides which look uses the trial. */
  readonly index: number;
  readonly passed: boolean;
  /** The round of a runner in which all cases had one trial; absent: it was run by itself. */
  readonly round?: string;
  /** It crashed or ran out of time, and so could not report all its usage. */
  readonly broke_off?: true;
  /** A model call that its own client cancelled: its usage is unknown, and the agent can't report it. */
  readonly cancelled_call?: CancelledCall;
  /** Its calls; `null`: it did not report them; absent: behaviour is not compared. */
  readonly calls?: readonly StoredCall[] | null;
  /** Its stored form, for floors on other figures; absent: only its outcome is known. */
  readonly record?: LeanTrial;
  /** Whether it passes by the verdicts of a second, dearer judge; absent: that judge did not grade it. */
  readonly audit?: boolean;
}

/** A trial without an outcome, in the round that it was due in. */
export type MissingTrial = Pick<GateTrial, 'index' | 'round'>;

/** A trial of which nothing but the outcome is known. */
export function bareTrial(index: number, passed: boolean, round?: string): GateTrial {
  return { index, passed, ...NO_VALUES, ...(round !== undefined && { round }) };
}

const NO_VALUES: Readonly<Record<ValueName, null>> = {
  tool_recall: null,
  ...keyed<Readonly<Record<Metric, null>>>(METRIC_NAMES, () => null),
};

/** A case of the candidate, comparable or not. */
export interface CandidateCase extends JudgedCase {
  readonly id: string;
  /** Its tags here or on main: a change can't take a case out of a tag's rule. */
  readonly tags: readonly string[];
  /** Trials in the plan. */
  readonly scheduled: number;
  /** It sets its own number of trials: no look extends it, and each look uses all of them. */
  readonly fixed: boolean;
  /** Every plan extends it to the last look. */
  readonly never_fail: boolean;
  /** Trials that were due and have no outcome, by index: faults of the machinery. Trials that a budget cut were never due. */
  readonly missing: readonly MissingTrial[];
  /** Judged trials; an answer that a cache repeated counts twice. */
  readonly scored: number;
  /** Judged trials, each answer once. */
  readonly trials: readonly GateTrial[];
}

/**
 * A case that is the same on both sides, with baseline trials. It is comparable if `trials` is not empty as well; whether a
 * gate is possible, and what it could detect, is decided on all of them, so that a candidate can't switch a gate off by failing
 * to answer.
 */
export interface PairedCase extends CandidateCase {
  readonly baseline: readonly GateTrial[];
  /** They were graded again by the change's expectations. */
  readonly regraded: boolean;
  /** What its trials cost is known with caching only. Absent: at list prices. */
  readonly paid_only?: true;
  /** The same, counted for each run of main. */
  readonly runs: readonly RunCounts[];
}

/** All evidence of the gate, sorted by case id. */
export interface GateEvidence {
  readonly candidate: readonly CandidateCase[];
  readonly paired: readonly PairedCase[];
  /** Cases of main that were not run, because the change can't reach them: they count as unchanged. Absent: none. */
  readonly unaffected?: readonly UnaffectedCase[];
  /** All cases of a selection, also those that the change took out. Absent: the whole suite ran. */
  readonly selected?: readonly SelectedCase[];
}

/** What a case expects tells which floors are about it; `null`: the change took it out. */
export interface SelectedCase {
  readonly tags: readonly string[];
  readonly record: LeanCase | null;
}

/** A case that counts as unchanged, with main's trials: they enter no test, only the floors of the suite. */
export interface UnaffectedCase extends JudgedCase {
  readonly tags: readonly string[];
  readonly baseline: readonly GateTrial[];
}

/** The cases that have judged trials on both sides. */
export function comparableCases(cases: readonly PairedCase[]): readonly PairedCase[] {
  return cases.filter(({ trials }) => trials.length > 0);
}

/** Passes of both sides, in the form for the tests. */
export function countsOf({ trials, baseline }: PairedCase): PairedCounts {
  return { a: passes(trials), n: trials.length, b: passes(baseline), m: baseline.length };
}

/** The planned counts of a case in this run. */
export function plannedCountsOf({ scheduled, baseline }: PairedCase): PlannedCounts {
  return { n: scheduled, b: passes(baseline), m: baseline.length };
}

/**
 * The largest plan of a case, before the candidate ran.
 *
 * @param looks trials per case after which the run may end
 */
export function mostCountsOf(item: PairedCase, looks: readonly number[]): PlannedCounts {
  const counts = plannedCountsOf(item);
  const last = looks.at(-1) ?? counts.n;
  if (item.fixed) return counts;
  // Trials added to an earlier run were not in the plan.
  return { ...counts, n: looks.length < 2 ? Math.min(counts.n, last) : last };
}

/** Mean over cases of the share of passed trials; `null` without a case that has trials. */
export function meanPassRate(cases: readonly (readonly GateTrial[])[]): number | null {
  const tried = cases.filter((trials) => trials.length > 0);
  if (tried.length === 0) return null;
  return tried.reduce((sum, trials) => sum + passes(trials) / trials.length, 0) / tried.length;
}

/** Number of passed trials. */
export function passes(trials: readonly GateTrial[]): number {
  let count = 0;
  for (const { passed } of trials) if (passed) count += 1;
  return count;
}
