import type { ComparedCase, Comparison } from '#domain/baseline/comparison.ts';
import { evidence, type ScoredTrial, scoredTrials } from '#domain/baseline/evidence.ts';
import { isSameCase } from '#domain/baseline/pair-cases.ts';
import type { CaseRecord, ResultsFile } from '#domain/baseline/results-file.ts';
import type { PairedCounts, PlannedCounts } from '#domain/statistics/paired-counts.ts';

/** What the tests read of one judged trial; `null` where there is no value. */
export interface GateTrial {
  readonly passed: boolean;
  readonly tool_recall: number | null;
  readonly total_tokens: number | null;
  readonly cost_usd: number | null;
  readonly latency_ms: number | null;
}

/** A case of the candidate, comparable or not. */
export interface CandidateCase {
  readonly id: string;
  readonly tags: readonly string[];
  /** Trials that the plan gives it. */
  readonly scheduled: number;
  /** Trials that were due and have no outcome: faults of the machinery. Trials that a budget cut were never due. */
  readonly missing: number;
  readonly trials: readonly GateTrial[];
}

/**
 * A case that is the same on both sides, with baseline trials. It is comparable when `trials` is not empty as well; whether a gate
 * is possible, and what it could see, is decided on all of them, so that a candidate can't switch a gate off by failing to answer.
 */
export interface PairedCase extends CandidateCase {
  readonly baseline: readonly GateTrial[];
}

/** All that the gate looks at, sorted by case id. */
export interface GateEvidence {
  readonly candidate: readonly CandidateCase[];
  readonly paired: readonly PairedCase[];
}

/** Reads the evidence of a comparison. The candidate's trials count up to the number its case planned. */
export function readEvidence(comparison: Comparison, { complete }: ResultsFile): GateEvidence {
  return {
    candidate: comparison.cases.flatMap(({ candidate }) =>
      candidate === null ? [] : [candidateCase(candidate, complete, scoredTrials(candidate))],
    ),
    paired: comparison.cases.flatMap((item) => pairedCase(item, comparison, complete) ?? []),
  };
}

/** The cases that have judged trials on both sides. */
export function comparableCases(cases: readonly PairedCase[]): readonly PairedCase[] {
  return cases.filter(({ trials }) => trials.length > 0);
}

/** Passes of both sides, as the tests take them. */
export function countsOf({ trials, baseline }: PairedCase): PairedCounts {
  return { a: passes(trials), n: trials.length, b: passes(baseline), m: baseline.length };
}

/** What the plan makes of a case, before the candidate ran. */
export function plannedCountsOf({ scheduled, baseline }: PairedCase): PlannedCounts {
  return { n: scheduled, b: passes(baseline), m: baseline.length };
}

/** Mean over cases of the share of passed trials; `null` without a case that has trials. */
export function meanPassRate(cases: readonly (readonly GateTrial[])[]): number | null {
  const tried = cases.filter((trials) => trials.length > 0);
  if (tried.length === 0) return null;
  return tried.reduce((sum, trials) => sum + passes(trials) / trials.length, 0) / tried.length;
}

/** Number of passed trials. */
export function passes(trials: readonly GateTrial[]): number {
  return trials.filter(({ passed }) => passed).length;
}

function pairedCase(
  { candidate, baseline }: ComparedCase,
  { condition_differences }: Comparison,
  complete: boolean,
): PairedCase | null {
  if (candidate === null || baseline === null || condition_differences.length > 0) return null;
  const stored = evidence(baseline);
  if (!isSameCase(candidate, baseline) || stored.length === 0) return null;
  return { ...candidateCase(candidate, complete, evidence(candidate)), baseline: stored.map(gateTrial) };
}

function candidateCase(item: CaseRecord, complete: boolean, trials: readonly ScoredTrial[]): CandidateCase {
  const planned = item.planned_trials;
  return {
    id: item.id,
    tags: item.tags,
    scheduled: planned,
    missing: missingTrials(item, complete),
    trials: trials.filter(({ index }) => index <= planned).map(gateTrial),
  };
}

function missingTrials(item: CaseRecord, complete: boolean): number {
  const planned = item.trials.filter(({ index }) => index <= item.planned_trials);
  const errors = planned.filter(({ outcome }) => outcome === 'error');
  if (complete) return item.planned_trials - (planned.length - errors.length);
  return errors.filter(({ error }) => error?.class !== 'budget' && error?.class !== 'cancelled').length;
}

function gateTrial(trial: ScoredTrial): GateTrial {
  return {
    passed: trial.outcome === 'passed',
    tool_recall: trial.tool_recall,
    total_tokens: trial.usage.total_tokens,
    cost_usd: trial.usage.cost_usd,
    latency_ms: trial.latency_ms,
  };
}
