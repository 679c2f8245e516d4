import type { DecisionNumbers, Interval, Reason, VerdictName } from '#domain/gate/decision.ts';
import type { Metric } from '#domain/gate/metrics.ts';
import type { Json } from '#domain/json.ts';
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
  /** What changed on purpose (agent command, mode …); sentences. */
  readonly treatment_changes: readonly string[];
  /** What differs and makes runs incomparable; sentences. */
  readonly condition_differences: readonly string[];
  /** Things a reader should know that are no reason: passed-over baselines, warnings of the config. */
  readonly notes: readonly string[];
  /** Why trials failed or could not be judged, most frequent first. */
  readonly causes: readonly Cause[];
  /** What stands out among the trials; sentences that name cases. */
  readonly remarks: readonly string[];
  /** Only metrics with data on at least one side, in the order they are shown. */
  readonly metrics: readonly MetricRow[];
  /** Sorted by group, then id. */
  readonly cases: readonly CaseRow[];
  readonly tags: readonly TagRow[];
  readonly policy: Json;
}

/** What trials say of why they failed. */
export interface Cause {
  /** One line of untrusted text. */
  readonly text: string;
  readonly trials: number;
  /** Ids, in the order of the suite. */
  readonly cases: readonly string[];
}

/** What ran. */
export interface RunSummary {
  /** Name in the headline: the action's `key`, else the config path. */
  readonly name: string;
  readonly config_path: string;
  readonly cases: number;
  /** Least and most trials of a case; `null` without a case. */
  readonly trials_per_case: { readonly least: number; readonly most: number } | null;
  readonly scored_trials: number;
  readonly error_trials: number;
  /** With those of simulated users; the metrics are the agent's alone. */
  readonly total_tokens: number | null;
  /** As `total_tokens`. */
  readonly cost_usd: number | null;
  readonly duration_ms: number;
  /** Tested commit; `null` outside a repository. */
  readonly sha: string | null;
  readonly head_sha: string | null;
  readonly repository_url: string | null;
  readonly run_url: string | null;
  /** Command that runs one case locally, up to where the case id goes. */
  readonly rerun: string;
}

/** Whether any trial ran: without one there is nothing to list. */
export function hasTrials({ run }: Report): boolean {
  return run.scored_trials + run.error_trials > 0;
}

/** What was compared with. */
export type BaselineSummary =
  | { readonly kind: 'none'; readonly reason: string }
  | {
      readonly kind: 'found';
      /** Runs of main that are compared with; 0 where none could be. */
      readonly runs: number;
      /** Of the nearest one. */
      readonly sha: string | null;
      readonly chosen: string;
      readonly url: string | null;
      /** ISO 8601. */
      readonly created_at: string;
      /** Of all its runs together: least and most trials of a case; `null` without a case. */
      readonly trials_per_case: { readonly least: number; readonly most: number } | null;
    };

/** How a rule on a metric ended. `watch`: undecided; `none`: there is no rule, or nothing to test. */
export type MetricState = 'fail' | 'watch' | 'pass' | 'none';

/** Whether a row compares both sides without a rule on how far they may differ. */
export function isUntested({ state, baseline, candidate }: MetricRow): boolean {
  return state === 'none' && baseline !== null && candidate !== null;
}

/** One line of the metrics table. */
export interface MetricRow {
  readonly metric:
    | 'pass_rate'
    | 'pass_hat_4'
    | 'pass_at_4'
    | 'tool_recall'
    | 'parameter_accuracy'
    | 'task_success'
    | Metric
    | 'steps';
  readonly unit: 'rate' | 'tokens' | 'usd' | 'ms' | 'count';
  readonly baseline: number | null;
  readonly candidate: number | null;
  /** Candidate − baseline for rates, candidate ÷ baseline − 1 for the others; `null` unless both are known. */
  readonly change: number | null;
  /** The same ratio for the typical case, which is what is tested; `null` where that is `change` itself. */
  readonly typical_change: number | null;
  /** Two-sided 95 % interval of what is tested, in the unit of `change`. */
  readonly ci95: Interval | null;
  readonly p: number | null;
  /** Of the test and of the floor, the worse of the two; `none` where nothing is asked. */
  readonly state: MetricState;
  /** The absolute floor of the policy; `value` is over all cases, comparable or not. */
  readonly floor: { readonly min: number; readonly value: number | null } | null;
  /** Token counts estimated from characters. */
  readonly estimated: boolean;
  /** Of `of` cases those that the figure is over, where some are left out; `null`: all of them. */
  readonly part: { readonly cases: number; readonly of: number } | null;
}

/**
 * Where a case is listed. `broken`: the gate holds it against this change; `worse`: fewer passes than chance explains
 * ({@link caseMoves}), or one of the cases that a red mean fell with; `failing`: never passes; `flaky`: some trials pass, some fail, and
 * chance explains the difference; `fixed`: passes always, and more often than chance explains; `changed`: something else is demanded of it, so it is not compared, or main was graded again and there is nothing
 * else to say; `errors`: no trial could be judged; `stable`: nothing to say.
 */
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
  | 'not_run'
  | 'stable';

/** One case in the report. */
export interface CaseRow {
  readonly id: string;
  readonly name: string | null;
  /** The case's id on main, when it was renamed. */
  readonly renamed_from: string | null;
  readonly tags: readonly string[];
  readonly source: SourceLocation | null;
  readonly group: CaseGroup;
  readonly baseline: { readonly passed: number; readonly scored: number } | null;
  readonly candidate: { readonly passed: number; readonly scored: number; readonly errors: number } | null;
  /** What is demanded of it changed, and `baseline` counts main's trials as they are graded now. */
  readonly regraded: boolean;
  /** Chance that any case of the suite falls this far if nothing changed; `null` when it did not fall, or was not tested. */
  readonly p: number | null;
  /** Why it is not compared; `null` when it is. */
  readonly reason: string | null;
  /** What most of its failed trials say of why; `null` where they name nothing. */
  readonly cause: string | null;
  /** Failing checks over all trials, most frequent first. */
  readonly failures: readonly {
    readonly check: string;
    readonly code: string | null;
    readonly reason: string;
    readonly trials: number;
  }[];
  /** Errors of the machinery over all trials, most frequent first. */
  readonly errors: readonly { readonly class: string; readonly message: string; readonly trials: number }[];
  /** Expected tool calls in words of the config (`issue_refund {"amount":19.99}`); `null` when nothing is asked of them. */
  readonly expected: readonly string[] | null;
  /** One failing trial to look at. */
  readonly evidence: TrialEvidence | null;
}

/** A small, capped copy of one trial's trajectory. */
export interface TrialEvidence {
  readonly trial: number;
  /** Arguments as JSON text, cut with `…`. */
  readonly calls: readonly {
    readonly turn: number;
    readonly name: string;
    readonly arguments: string;
    readonly status: 'ok' | 'error' | null;
  }[];
  /** Calls that are left out. */
  readonly more_calls: number;
  /** The last answer, cut with `…`. */
  readonly output: string | null;
}

/** Figures of one tag. */
export interface TagRow {
  readonly tag: string;
  readonly cases: number;
  readonly baseline_pass_rate: number | null;
  readonly pass_rate: number | null;
  readonly tool_recall: number | null;
  /** The worst of the rules that the policy has for the tag. */
  readonly state: MetricState;
}
