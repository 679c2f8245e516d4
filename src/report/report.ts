import type { Accepts } from '#cases/suite/accept.ts';
import type { SourceLocation } from '#cases/suite/case.ts';
import type { Json } from '#common/json.ts';
import type { RunDifference } from '#gate/baseline/pairing/run-difference.ts';
import type { NewDullCase } from '#gate/bite/dull-cases.ts';
import type { Improvements } from '#gate/decision/improvements.ts';
import type { DecisionNumbers, Heading, Reason, VerdictName } from '#gate/decision/terms/decision.ts';
import type { IntervalEnds } from '#gate/decision/terms/interval.ts';
import type { Metric } from '#gate/decision/terms/metrics.ts';
import type { SelfAudit } from '#gate/decision/terms/self-audit.ts';
import type { HistoryRow } from '#gate/history/history-row.ts';
import type { ExplainedCase } from '#gate/lines/explained.ts';
import type { CheckFact } from '#trials/facts/check-fact.ts';
import type { FigureName } from '#trials/metrics/figures.ts';
import type { EndingModel } from '#trials/model-ends/ending-models.ts';
import type { Paid } from '#trials/trial/paid.ts';
import type { Cause } from './causes.ts';
import type { WhenOpen } from './exit-code.ts';
import type { MetricState, RuleName } from './metric-state.ts';
import type { Unspoken } from './rows/unspoken.ts';
import type { TagRow } from './tag-row.ts';

/** The model of every rendering. Texts of an agent or a pull request are unescaped; each renderer escapes them for its medium. */
export interface Report {
  readonly verdict: VerdictName;
  /** The name of the default branch. */
  readonly main: string;
  readonly heading: Heading;
  readonly reasons: readonly Reason[];
  readonly numbers: DecisionNumbers;
  /** What the check does if the verdict is inconclusive. */
  readonly when_open: WhenOpen;
  /** Address of the uploaded HTML report; `null` if there is none. */
  readonly html_url: string | null;
  /** Earlier runs of main, oldest first; of a run of main, this one too. Empty if there is none, or it is not known. */
  readonly history: readonly HistoryRow[];
  /** What that says about the gate itself; `null` before the first comparison without a change. */
  readonly audit: SelfAudit | null;
  /** The file of accepts of the change, and its code owners; `null`: it has none. */
  readonly accepts: Pick<Accepts, 'path' | 'owners'> | null;
  readonly run: RunSummary;
  readonly baseline: BaselineSummary;
  /** What changed on purpose (agent command, mode …). */
  readonly treatment_changes: readonly RunDifference[];
  /** Cases that the change adds or edits, and that pass with an agent that does nothing. */
  readonly dull_cases: readonly NewDullCase[];
  /** What the change brings that the suite does not name. */
  readonly unspoken: Unspoken;
  /** Which lines broke which case; absent: nobody searched. */
  readonly explained?: readonly ExplainedCase[];
  /** Differences that make runs incomparable. */
  readonly condition_differences: readonly RunDifference[];
  /** Notes for the reader that are no reason: skipped baselines, warnings of the config. */
  readonly notes: readonly string[];
  /** Models of main that end soon, or of the run itself where it is compared with nothing; absent: none was seen called. */
  readonly ending?: readonly EndingModel[];
  /** Why trials failed or could not be judged, most frequent first. */
  readonly causes: readonly Cause[];
  /** Oddities among the trials; sentences that name cases. */
  readonly remarks: readonly string[];
  /** Only metrics with data on at least one side, in display order. */
  readonly metrics: readonly MetricRow[];
  /** What got better; no verdict depends on it. */
  readonly improved: Improvements;
  /** Sorted by group, then id. */
  readonly cases: readonly CaseRow[];
  readonly tags: readonly TagRow[];
  readonly policy: Json;
  /** Files that decide whether a red is mended, as globs; keys of `except` may change. */
  readonly guarded: readonly GuardedFiles[];
}

/** Files that nobody edits to mend an agent. */
export interface GuardedFiles {
  readonly glob: string;
  readonly except: readonly string[];
}

/** What ran. */
export interface RunSummary {
  /** Name in the headline: the action's `key`, else the config path. */
  readonly name: string;
  readonly config_path: string;
  readonly cases: number;
  /** Fewest and most trials of a case; `null` without a case. */
  readonly trials_per_case: { readonly least: number; readonly most: number } | null;
  readonly scored_trials: number;
  readonly error_trials: number;
  /** Tokens and cost include simulated users', without the judge; the metrics are only the agent's. */
  readonly total_tokens: number | null;
  readonly cost_usd: number | null;
  /** Cases with tokens whose price is unknown, next to a known cost of others; absent: none. */
  readonly unpriced_cases?: number;
  /** What the judge used; `null` if it was not asked, absent if no criterion is judged. */
  readonly judge?: { readonly total_tokens: number | null; readonly cost_usd: number | null };
  /** Beyond the looks' trials too; absent: it is not worth a word. */
  readonly paid?: Paid;
  readonly duration_ms: number;
  /** Tested commit; `null` outside a repository. */
  readonly sha: string | null;
  readonly head_sha: string | null;
  readonly repository_url: string | null;
  /** Where the files of the pull request are compared; `null`: it is none. */
  readonly diff_url: string | null;
  readonly run_url: string | null;
  /** Where its paths begin, from the root of the repository; empty: there, or at the folder of the terminal. */
  readonly folder: string;
  /** How the reader starts this program. */
  readonly program: readonly string[];
  /** Program and arguments. */
  readonly rerun: readonly string[];
  /** It can't run single cases, because a runner of its own runs them; absent: it can. */
  readonly reruns_all?: true;
}

/** Whether any trial ran: without one there is nothing to list. */
export function hasTrials({ run }: Report): boolean {
  return run.scored_trials + run.error_trials > 0;
}

/** What the run was compared with. */
export type BaselineSummary =
  | { readonly kind: 'none'; readonly reason: string }
  | {
      readonly kind: 'found';
      /** Number of runs of main in the comparison; 0 if none could be compared. */
      readonly runs: number;
      /** Of the nearest one. */
      readonly sha: string | null;
      readonly choice: string;
      readonly url: string | null;
      readonly created_at: string;
      /** Of all its runs together: fewest and most trials of a case; `null` without a case. */
      readonly trials_per_case: { readonly least: number; readonly most: number } | null;
    };

/** Whether a row compares both sides without a rule on their difference. */
export function isUntested({ state, baseline, candidate }: MetricRow): boolean {
  return state === 'none' && baseline !== null && candidate !== null;
}

/** Whether a rule of the policy is about a row. */
export function isGated({ state, floor }: MetricRow): boolean {
  return state !== 'none' || floor !== null;
}

/** Figures of a suite that count what holds in every trial. */
export const TALLIES = ['cases_passed', 'turns_passed', 'parts_passed'] as const;

/** One line of the metrics table. */
export interface MetricRow {
  readonly metric:
    | FigureName
    | Metric
    | 'pass_hat_4'
    | 'pass_at_4'
    | 'paid_usd'
    | (typeof TALLIES)[number]
    | 'input_tokens'
    | 'output_tokens';
  readonly unit: 'rate' | 'tokens' | 'usd' | 'ms' | 'count';
  readonly baseline: number | null;
  readonly candidate: number | null;
  /** Candidate − baseline for rates, candidate ÷ baseline − 1 for the others; `null` unless both are known. */
  readonly change: number | null;
  /** The change without the cases that are accepted or in quarantine, which is what the rule is about; `null`: the same. */
  readonly without: { readonly accepted: number; readonly quarantined: number; readonly change: number } | null;
  /** How far the typical case rose, which is tested too; `null`: a rate, or too few cases for a typical one. */
  readonly typical: { readonly change: number; readonly ci95: IntervalEnds; readonly p: number | null } | null;
  /** Two-sided 95 % interval of the tested quantity, in the unit of `change`. */
  readonly ci95: IntervalEnds | null;
  readonly p: number | null;
  /** Of the test and of the floor, the worse of the two, and which of them failed; `none` without a rule. */
  readonly state: MetricState;
  readonly failed_rules: readonly RuleName[];
  /** The absolute bound of the policy; `value` is over all cases, comparable or not. */
  readonly floor: { readonly side: 'min' | 'max'; readonly bound: number; readonly value: number | null } | null;
  /** Token counts are estimated from characters. */
  readonly estimated: boolean;
  /** The k of a retrieval accuracy; `null`: of another metric, or of several. */
  readonly at: number | null;
  /** How many of `of` cases or trials the figure covers, if some are left out; `null`: all of them. */
  readonly part: { readonly covers: number; readonly of: number; readonly kind: 'cases' | 'trials' } | null;
  /** The sides are counts of so many; `null`: another metric. */
  readonly of: { readonly baseline: number | null; readonly candidate: number | null } | null;
  /** Folded, or shown on request: the first rows say what readers look for. */
  readonly is_detail: boolean;
  /** The share of the paid input tokens that came from a cache; `null`: another metric. */
  readonly cached: { readonly baseline: number | null; readonly candidate: number | null } | null;
}

/**
 * Where a case is listed. `broken`: the gate blames it on this change; `guarded`: it failed, and must never; `accepted` and
 * `quarantined`: the change or the config says that its failures decide nothing; `worse`: fewer passes than chance explains ({@link
 * fallenCases}); `affected`: one of the cases that lowered a red mean, although none alone is beyond chance; `failing`: never passes; `flaky`: some trials pass, some fail, and
 * chance explains the difference; `fixed`: passes always, and more often than chance explains; `changed`: its expectations
 * changed, so it is not compared, or main was graded again and there is nothing else to report; `errors`: no trial could be
 * judged; `unaffected`: not run, because the change can't reach it; `stable`: nothing to report.
 */
export type CaseGroup =
  | 'broken'
  | 'guarded'
  | 'worse'
  | 'affected'
  | 'failing'
  | 'accepted'
  | 'quarantined'
  | 'flaky'
  | 'fixed'
  | 'new'
  | 'changed'
  | 'not_comparable'
  | 'removed'
  | 'no_result'
  | 'errors'
  | 'not_run'
  | 'unaffected'
  | 'stable';

/** One case in the report. */
export interface CaseRow {
  readonly id: string;
  /** `null`: it has none besides its id. */
  readonly name: string | null;
  /** The case's id on main, if it was renamed. */
  readonly renamed_from: string | null;
  readonly tags: readonly string[];
  readonly source: SourceLocation | null;
  readonly group: CaseGroup;
  readonly baseline: { readonly passed: number; readonly scored: number } | null;
  readonly candidate: { readonly passed: number; readonly scored: number; readonly errors: number } | null;
  /** Fresh trials of main that were run to confirm a failure; `null` if the case was not tried again. */
  readonly today: { readonly passed: number; readonly scored: number } | null;
  /** Its expectations changed, and `baseline` counts main's trials as they are graded now. */
  readonly regraded: boolean;
  /** Chance that any case of the suite falls this far if nothing changed; `null` if it did not fall, or was not tested. */
  readonly p: number | null;
  /** Why it is not compared; `null` if it is. */
  readonly reason: string | null;
  /** The most frequent cause of its failed trials; `null` if fewer than half of them name any. */
  readonly cause: string | null;
  /** Name of that exception, or class of the error; `null` without one. */
  readonly cause_type: string | null;
  /** Failing checks over all trials, most frequent first. */
  readonly failures: readonly {
    readonly check: string;
    /** `null`: the whole trial. */
    readonly turn: number | null;
    readonly fact: CheckFact;
    readonly trials: number;
  }[];
  /** How many of its trials call the same tools in the same order; `null`: unknown, or it has one. */
  readonly alike: { readonly trials: number; readonly of: number } | null;
  /** Errors of the machinery over all trials, most frequent first. */
  readonly errors: readonly { readonly class: string; readonly message: string; readonly trials: number }[];
  /** The expected tool calls; `null`: nothing is expected of them. */
  readonly expected: readonly ExpectedCalls[] | null;
  /** What its most frequent failing check demands, and in which turn; `null`: unknown, or nothing failed. */
  readonly demand: { readonly turn: number | null; readonly text: string } | null;
  /** One failing trial as an example. */
  readonly evidence: TrialEvidence | null;
}

/** One expected step: a call, or several that are requested at once. */
export interface ExpectedCalls {
  /** The turn that expects it, from 1; `null`: the whole trial. */
  readonly turn: number | null;
  /** In words of the config: `issue_refund {"amount":19.99}`. */
  readonly calls: readonly string[];
}

/** How the checks of a turn, or of the whole trial, paired the expected calls with those that were made; places from 0. */
export interface PairedCalls {
  readonly turn: number | null;
  readonly pairs: readonly (readonly [expected: number, made: number])[];
  /** The first call that is really wrong; `null`: no single one is. */
  readonly wrong: { readonly expected: number | null; readonly made: number | null } | null;
}

/** A small copy of one trial's trajectory, limited in size. */
export interface TrialEvidence {
  readonly trial: number;
  readonly calls: readonly {
    readonly turn: number;
    readonly name: string;
    /** As JSON text, truncated with `…`; `null`: left out, far from the first wrong call. */
    readonly arguments: string | null;
    readonly status: 'ok' | 'error' | null;
  }[];
  /** By turn, then the whole trial; without those that expect nothing of the calls. */
  readonly paired: readonly PairedCalls[];
  /** Number of calls that are left out. */
  readonly more_calls: number;
  /** The first turn that fails, of several; `null`: there is one, or none fails alone. */
  readonly turn: number | null;
  /** The answer of that turn, else the last one, truncated with `…`. */
  readonly output: string | null;
}
