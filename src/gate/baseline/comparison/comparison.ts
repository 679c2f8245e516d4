import type { Accept } from '#cases/suite/accept.ts';
import type { RunDifference } from '#gate/baseline/pairing/run-difference.ts';
import type { LeanCase } from '#gate/baseline/results/lean-results.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';

/**
 * Why a case is in or out of the tests. `changed`: its expectations differ; `not_comparable`: its input or the run's conditions
 * differ; `unaffected`: it was not run, because the change can't reach it; `no_result`: the suite's own runner says nothing of it, which a file
 * that was not loaded, a filter and a removal have in common.
 */
export type CaseStatus = 'comparable' | 'new' | 'changed' | 'not_comparable' | 'removed' | 'no_result' | 'unaffected';

/** One case on both sides. A renamed case with equal hashes is the same case. */
export interface ComparedCase<Case extends LeanCase = CaseRecord> {
  readonly id: string;
  readonly status: CaseStatus;
  /** Why it is not compared, one sentence; `null` if it is. */
  readonly reason: string | null;
  /** The id on the baseline side if the case was renamed. */
  readonly baseline_id: string | null;
  /** Its expectations changed, and main's trials were graded again by the new ones. */
  readonly regraded: boolean;
  readonly candidate: Case | null;
  /** The newest run's record of the case with the trials of all pooled runs. */
  readonly baseline: Case | null;
  /** The same trials, one list for each run of the pool; empty lists if a run has none. */
  readonly runs: readonly Case['trials'][];
}

/** A run of main in the pool. */
export interface PooledRun {
  readonly sha: string | null;
  readonly run_id: string | null;
  readonly created_at: string;
  /** False if it was cut short, so that trials are missing. */
  readonly complete: boolean;
  /** What its commit accepted; absent: nothing. */
  readonly accepts?: readonly Accept[];
}

/** Candidate against baseline, case by case, sorted by id. */
export interface Comparison<Case extends LeanCase = CaseRecord> {
  /** False if there is no baseline: only absolute floors apply. */
  readonly has_baseline: boolean;
  /** Nearest first; empty without a baseline. */
  readonly pool: readonly PooledRun[];
  /** Runs of main that were found and not pooled, a sentence each. */
  readonly left_out: readonly string[];
  /** Why there is no baseline, a sentence part; `null` if there is one or the reason is unknown. */
  readonly why_no_baseline: string | null;
  /** The candidate is a run of the main branch: it makes a baseline and is compared with nothing. */
  readonly makes_baseline: boolean;
  /** Conditions that differ; if any does, no case is comparable. */
  readonly condition_differences: readonly RunDifference[];
  /** The change under test, as far as its configuration shows (agent command, mode …). */
  readonly treatment_changes: readonly RunDifference[];
  readonly cases: readonly ComparedCase<Case>[];
  /** Cases of main that were not run, because nothing that they cover has changed: they enter no test. Absent: none. */
  readonly unaffected?: readonly ComparedCase<Case>[];
}

/** What a decision may read of a comparison. */
export type LeanComparison = Comparison<LeanCase>;

/** What a decision may read of a case. */
export type LeanComparedCase = ComparedCase<LeanCase>;
