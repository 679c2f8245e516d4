import type { CaseRecord } from '#domain/baseline/results/results-file.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';

/** Why a case is in or out of the tests. `changed`: what is demanded of it differs; `not_comparable`: its input or the run's conditions differ. */
export type CaseStatus = 'comparable' | 'new' | 'changed' | 'not_comparable' | 'removed';

/** One case on both sides. A renamed case with equal hashes is the same case. */
export interface ComparedCase {
  readonly id: string;
  readonly status: CaseStatus;
  /** Why it is not compared, one sentence; `null` when it is. */
  readonly reason: string | null;
  /** The id on the baseline side when the case was renamed. */
  readonly baseline_id: string | null;
  /** What is demanded of it changed, and the trials of main were graded again with what is demanded now. */
  readonly regraded: boolean;
  readonly candidate: CaseRecord | null;
  /** The newest run's record of the case with the trials of all pooled runs. */
  readonly baseline: CaseRecord | null;
  /** The same trials kept apart, one list for each run of the pool; empty lists where a run has none. */
  readonly runs: readonly (readonly TrialRecord[])[];
}

/** A run of main that is part of what is compared with. */
export interface PooledRun {
  readonly sha: string | null;
  readonly run_id: string | null;
  readonly created_at: string;
  /** False when it was cut short, so that trials are missing. */
  readonly complete: boolean;
}

/** Candidate against baseline, case by case, sorted by id. */
export interface Comparison {
  /** False when no baseline was given: absolute floors only. */
  readonly has_baseline: boolean;
  /** Nearest first; empty without a baseline. */
  readonly pool: readonly PooledRun[];
  /** Runs of main that were found and not pooled, a sentence each. */
  readonly left_out: readonly string[];
  /** Why there is no baseline, a sentence part; `null` when there is one or nobody said. */
  readonly why_no_baseline: string | null;
  /** The candidate is a run of the main branch: it makes a baseline and has nothing to compare with by its nature. */
  readonly makes_baseline: boolean;
  /** Conditions that differ, each a sentence naming both values; not empty means no case is comparable. */
  readonly condition_differences: readonly string[];
  /** What the change under test is, as far as configuration shows it (agent command, mode …). */
  readonly treatment_changes: readonly string[];
  readonly cases: readonly ComparedCase[];
}
