import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';
import type { Passes } from '#statistics/counts/pairwise-exact.ts';
import type { AcceptDecision } from '../terms/accept-decision.ts';
import type { Unsound } from '../terms/fresh.ts';
import type { AuditNumbers } from '../terms/judge-numbers.ts';
import type { Metric, ValueName } from '../terms/metrics.ts';
import type { ScopeName, TriedTest } from '../terms/tried-test.ts';
import type {
  CaseDecision,
  CeilingDecision,
  FloorDecision,
  IncreaseDecision,
  RecallDecision,
  SuiteDecision,
} from './test-decisions.ts';

/** Mean pass rates of both sides; `null`: no case is compared. */
export interface Rates {
  readonly candidate: number | null;
  readonly baseline: number | null;
}

/** A drop of the mean pass rate, by its test. */
export interface DropFacts {
  readonly suite: SuiteDecision;
  readonly rates: Rates;
}

/** A change that another day explains as well: with its p by chance alone, and with such days. */
export interface DriftFacts {
  readonly what:
    | { readonly kind: 'pass_rate'; readonly drop: number; readonly rates: Rates }
    | { readonly kind: 'tool_recall'; readonly test: RecallDecision }
    | { readonly kind: 'increase'; readonly metric: Metric; readonly test: IncreaseDecision };
  readonly p: number;
  /** `null`: main has too few runs to say how far they differ. */
  readonly p_drift: number | null;
}

/** Zero tolerance of a case or a check. */
export interface NeverFailSubject {
  readonly kind: 'case' | 'check';
  readonly name: string;
}

/** The same, and how often it failed. */
export interface NeverFailFacts extends NeverFailSubject {
  readonly failed: number;
  readonly scored: number;
  /** `null`: main has no trials of it. `regraded`: graded again with the change's expectations. */
  readonly main: { readonly failed: number; readonly scored: number; readonly regraded: boolean } | null;
}

/** Why nothing got worse. On average: something else decides. */
type NoRegressionFacts = { readonly on_average?: boolean } & (
  | { readonly kind: 'tested'; readonly suite: SuiteDecision }
  /** By the second judge. */
  | { readonly kind: 'audited'; readonly suite: SuiteDecision; readonly upper95: number }
  /** Nothing could be compared but what is accepted. */
  | { readonly kind: 'accepted' }
);

/** No drop is shown, and none that matters is excluded. */
interface OpenDropFacts {
  readonly suite: SuiteDecision;
  /** Trials per case that settle it four times out of five; `null`: more cases are needed. */
  readonly trials_needed: number | null;
}

/** A model call that the agent's own client cancelled, and its trial. */
export interface CancelledCallOfTrial {
  readonly turn: number;
  readonly step: number;
  readonly model: string | null;
  readonly trial: number;
  readonly case: string;
}

/** Cases without values of a metric. */
interface MissingValuesFacts {
  readonly metric: ValueName;
  /**
   * `too_many`: the rule can't be judged; `some`: it was judged without them; `on_main`: main's own values are incomplete; `paid`: costs are known with
   * caching only, so that stored ones are not judged.
   */
  readonly kind: 'too_many' | 'some' | 'on_main' | 'paid';
  /** Model calls that clients cancelled, one of each case that lacks values only for that. */
  readonly cancelled: readonly CancelledCallOfTrial[];
  /** Those in which some trials report values and others do not. */
  readonly in_part: number;
  /** The cases with values on main. */
  readonly of: number;
}

/** Cases outside the tests that pass less than they should: rewritten ones, or new ones that never pass. */
interface HarderCasesFacts {
  readonly kind: 'changed' | 'new';
  readonly here: Passes;
  /** What rewritten cases replace. */
  readonly main: Passes | null;
  /** `null`: too few trials for a test, but they turned from nearly always passing to never. */
  readonly p: number | null;
  readonly boundary: number;
}

/** What a configuration could have detected: the most passes of a broken case; `null`: none. */
interface BlindSpotFacts {
  readonly detectable: {
    readonly passed: number;
    readonly trials: number;
    readonly baseline_trials: number;
    /** The run may end with fewer. */
    readonly up_to: boolean;
  } | null;
  /** The number of cases that are compared. */
  readonly compared: number;
}

/** The drop to be ruled out. */
type RuleOutFacts =
  /** `red`: the share of changes with that drop that would be red. */
  | { readonly kind: 'too_small'; readonly rule_out: number; readonly red: number }
  | { readonly kind: 'auto'; readonly rule_out: number; readonly cases: number };

/** The drop as a second judge sees it. */
interface AuditedFacts {
  readonly audit: AuditNumbers;
}

/** A failure that a second judge does not confirm: the drop of the mean, or broken cases. */
type NotConfirmedByJudge =
  | ({ readonly kind: 'drop'; readonly suite: SuiteDecision } & AuditedFacts)
  | { readonly kind: 'cases' };

/** Criteria on which labels show that a judge can't tell good from bad. */
export interface BlindJudgeFacts {
  /** Something is a failure by such a judge alone. */
  readonly fails: boolean;
  readonly criteria: readonly {
    readonly id: string;
    readonly error: {
      readonly j: number;
      readonly labels: readonly [number, number];
      readonly at_least: number;
    } | null;
  }[];
}

/** An accept or an entry of the quarantine, with what it came to. */
export interface AcceptFacts {
  readonly accept: AcceptDecision;
  /** Both sides of its case; `null`: it names a metric, or the case is not compared. */
  readonly compared: { readonly id: string; readonly main: Passes; readonly here: Passes } | null;
  /** By how much its metric got worse; `null`: it names a case, or that is not known. */
  readonly change: number | null;
}

/** One that has no effect. */
export interface UnusedAcceptFacts extends AcceptFacts {
  /** What it names got worse. */
  readonly is_worse: boolean;
  /** The commit of main's nearest run. */
  readonly main_sha: string | null;
  /** A case id that it may mean. */
  readonly nearest: string | null;
}

/** Tests that were made again on fresh trials of both sides, and main's commit. */
interface TriedFacts {
  readonly tests: readonly TriedTest[];
  readonly sha: string | null;
  /** Rounds that the tests leave out, because an outage took both sides. */
  readonly lost_rounds: number;
  /** Trials that they leave out, because each repeats an answer of its turn. */
  readonly repeated: number;
}

/** What reasons that are red by comparison with main know. */
export interface ComparedFacts {
  readonly suite_drop: DropFacts;
  readonly case_broken: { readonly tests: readonly CaseDecision[] };
  readonly recall_drop: { readonly test: RecallDecision };
  readonly increase: { readonly metric: Metric; readonly test: IncreaseDecision };
}

/** What the other reasons know: of the tests, of floors, and of cases that must never fail. */
export interface TestFacts {
  readonly audited_drop: AuditedFacts;
  /** Also a floor that can't be decided, or that is only a warning because a judge decided the answers. */
  readonly floor: { readonly floor: FloorDecision | CeilingDecision };
  readonly never_fail: NeverFailFacts;
  readonly drop_open: OpenDropFacts;
  /** Main has too few trials of these cases to tell. */
  readonly case_unsettled: { readonly tests: readonly CaseDecision[] };
  readonly within_drift: DriftFacts;
  readonly values_missing: MissingValuesFacts;
  readonly increase_open: { readonly metric: Metric; readonly test: IncreaseDecision };
  readonly never_fail_unscored: NeverFailSubject;
  readonly harder_cases: HarderCasesFacts;
  /** Fresh trials of both sides neither show a change nor rule out one that matters. */
  readonly still_open: TriedFacts & { readonly unsound: Unsound | null };
  /** What looks worse was not tried again, or not to the end, or main's side could not be kept apart; why, a sentence part or these doubts. `tests`: those that were. */
  readonly not_tried_again: {
    readonly reason: string | readonly SideDoubt[];
    readonly means: readonly ScopeName[];
    readonly tests: readonly TriedTest[];
  };
  readonly judge_cannot_tell: BlindJudgeFacts;
  /** Why labels that there are don't count, a sentence part; `null`: there are none of these criteria. */
  readonly judge_uncalibrated: { readonly criteria: readonly string[]; readonly unusable: string | null };
  readonly judge_not_confirmed: NotConfirmedByJudge;
  readonly no_regression: NoRegressionFacts;
  readonly watch: { readonly tests: readonly CaseDecision[] };
  /** It is red on fresh trials of both sides. */
  readonly tried_again: TriedFacts;
  /** It looked worse, and does not on fresh trials of both sides. */
  readonly held_again: TriedFacts;
  /** The number of cases that are compared. */
  readonly unseen_cases: { readonly compared: number };
  readonly tolerated_drop: { readonly suite: SuiteDecision };
  readonly floor_not_proven: { readonly floor: FloorDecision };
  readonly never_fail_clean: { readonly rules: number; readonly trials: number };
  readonly blind_spot: BlindSpotFacts;
  readonly rule_out: RuleOutFacts;
  readonly threshold_false_alarm: { readonly rate: number };
  /** How many trials tell as much as one with a judge that never errs; how much of a drop shows in how many cases. */
  readonly judge_tax: { readonly tax: number; readonly j: number; readonly cases: number };
  readonly judge_audited: { readonly audit: AuditNumbers | null };
  /** All of one reason. */
  readonly accepted: { readonly accepts: readonly AcceptFacts[] };
  readonly accept_without_effect: UnusedAcceptFacts;
}
