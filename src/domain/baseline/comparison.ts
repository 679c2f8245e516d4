import type { CaseRecord } from './results-file.ts';

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
  readonly candidate: CaseRecord | null;
  readonly baseline: CaseRecord | null;
}

/** Candidate against baseline, case by case, sorted by id. */
export interface Comparison {
  /** False when no baseline was given: absolute floors only. */
  readonly has_baseline: boolean;
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
