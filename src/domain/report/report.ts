import type { DecisionNumbers, Interval, Reason, VerdictName } from '#domain/gate/decision.ts';
import type { Json, JsonObject } from '#domain/json.ts';
import type { SourceLocation } from '#domain/suite/case.ts';

/**
 * The one model that comment, summary, annotations, JUnit and terminal are rendered from.
 * Texts that an agent or a pull request wrote are raw here; each renderer escapes them for its own medium.
 */
export interface Report {
  readonly verdict: VerdictName;
  readonly title: string;
  readonly reasons: readonly Reason[];
  readonly numbers: DecisionNumbers;
  readonly run: RunSummary;
  readonly baseline: BaselineSummary;
  /** What changed on purpose (agent command, mode …) and which conditions differ; sentences. */
  readonly treatment_changes: readonly string[];
  readonly condition_differences: readonly string[];
  /** Things a reader should know that are no reason: passed-over baselines, warnings of the config. */
  readonly notes: readonly string[];
  /** Only metrics with data on at least one side, in the order they are shown. */
  readonly metrics: readonly MetricRow[];
  /** Sorted by group, then id. */
  readonly cases: readonly CaseRow[];
  readonly tags: readonly TagRow[];
  readonly policy: Json;
}

/** What ran. */
export interface RunSummary {
  /** Name in the headline: the action's `key`, else the config path. */
  readonly name: string;
  readonly config_path: string;
  readonly cases: number;
  readonly trials_per_case: number;
  readonly scored_trials: number;
  readonly error_trials: number;
  readonly total_tokens: number | null;
  readonly cost_usd: number | null;
  readonly duration_ms: number;
  /** Tested commit; `null` outside a repository. */
  readonly sha: string | null;
  readonly head_sha: string | null;
  readonly repository_url: string | null;
  readonly run_url: string | null;
  /** Command that runs one case locally, with `{id}` where the case id goes. */
  readonly rerun: string;
}

/** What was compared with. */
export type BaselineSummary =
  | { readonly kind: 'none'; readonly reason: string }
  | {
      readonly kind: 'found';
      readonly sha: string | null;
      readonly chosen: string;
      readonly url: string | null;
      readonly created_at: string;
      readonly trials_per_case: number;
    };

/** One line of the metrics table. */
export interface MetricRow {
  readonly metric: 'pass_rate' | 'tool_recall' | 'parameter_accuracy' | 'task_success' | 'total_tokens' | 'cost_usd' | 'latency_ms' | 'steps';
  readonly unit: 'rate' | 'tokens' | 'usd' | 'ms' | 'count';
  readonly baseline: number | null;
  readonly candidate: number | null;
  /** Candidate − baseline for rates, candidate ÷ baseline − 1 for the others; `null` unless both are known. */
  readonly change: number | null;
  /** Of `change`, same unit. */
  readonly ci95: Interval | null;
  readonly p: number | null;
  readonly state: 'fail' | 'watch' | 'pass' | 'none';
  /** Token counts estimated from characters. */
  readonly estimated: boolean;
}

/** Where a case is listed. `broken`: the gate holds it against this change; `worse`: fewer passes, not proven; `flaky`: some pass, some fail on both sides. */
export type CaseGroup =
  | 'broken'
  | 'worse'
  | 'failing'
  | 'flaky'
  | 'fixed'
  | 'new'
  | 'changed'
  | 'not_comparable'
  | 'removed'
  | 'errors'
  | 'stable';

/** One case in the report. */
export interface CaseRow {
  readonly id: string;
  readonly name: string | null;
  readonly tags: readonly string[];
  readonly source: SourceLocation | null;
  readonly group: CaseGroup;
  readonly baseline: { readonly passed: number; readonly scored: number } | null;
  readonly candidate: { readonly passed: number; readonly scored: number; readonly errors: number } | null;
  readonly p: number | null;
  /** Why it is not compared; `null` when it is. */
  readonly reason: string | null;
  /** Failing checks over all trials, most frequent first. */
  readonly failures: readonly { readonly check: string; readonly code: string | null; readonly reason: string; readonly trials: number }[];
  /** Errors of the machinery over all trials, most frequent first. */
  readonly errors: readonly { readonly class: string; readonly message: string; readonly trials: number }[];
  /** Expected tool calls in words of the config (`issue_refund {"amount":19.99}`). */
  readonly expected: readonly string[];
  /** One failing trial to look at. */
  readonly evidence: TrialEvidence | null;
}

/** A small, capped copy of one trial's trajectory. */
export interface TrialEvidence {
  readonly trial: number;
  readonly calls: readonly { readonly name: string; readonly arguments: JsonObject; readonly status: 'ok' | 'error' | null }[];
  readonly output: string | null;
  readonly failure: string | null;
  /** More was there than is shown. */
  readonly truncated: boolean;
}

/** Figures of one tag. */
export interface TagRow {
  readonly tag: string;
  readonly cases: number;
  readonly baseline_pass_rate: number | null;
  readonly pass_rate: number | null;
  readonly tool_recall: number | null;
}
