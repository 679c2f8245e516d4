import type {
  CaseDecision,
  CeilingDecision,
  FloorDecision,
  LookDecision,
  ScopeDecisions,
  SuiteDecision,
} from '../facts/test-decisions.ts';
import type { AcceptDecision } from './accept-decision.ts';
import type { AuditNumbers } from './judge-numbers.ts';
import type { Heading, Reason, VerdictName } from './reason-code.ts';
import type { TriedTest } from './tried-test.ts';

export type * from '../facts/test-decisions.ts';
export type { Heading, Reason, ReasonOf, VerdictName } from './reason-code.ts';

/** What fresh trials of both sides say about what the looks chose. */
export interface AgainDecision {
  /** Main's commit that was run. */
  readonly sha: string | null;
  /** Fresh trials per case and side of the last stage; 0: none was tested. */
  readonly stage: number;
  readonly tests: readonly TriedTest[];
}

/** All numbers behind a verdict: the `decision` of the JSON. */
export interface DecisionNumbers extends Omit<ScopeDecisions, 'pass_rate'> {
  readonly method: 'statistical' | 'threshold';
  readonly confidence: number;
  /** False-alarm budget per enabled gate, after division. */
  readonly alpha: { readonly [gate: string]: number };
  /** Trials per case after which the run could have ended, and after which it did. */
  readonly planned_looks: readonly number[];
  readonly trials: number;
  /** The looks that were used. */
  readonly looks: readonly LookDecision[];
  /** Runs of main in the comparison, and their trials per case (median); `null` without any. */
  readonly pool: { readonly runs: number; readonly trials: number } | null;
  /** How far those runs differ beyond chance: the variance of a run's mean pass rate; `null` if it is not used. */
  readonly between_runs: { readonly runs: number; readonly variance: number } | null;
  /** What was tried again on both sides; `null`: nothing. */
  readonly again: AgainDecision | null;
  /** What the change accepts, and main's quarantine; absent: neither. */
  readonly accepts?: readonly AcceptDecision[];
  readonly comparable_cases: number;
  readonly pass_rate: {
    /** Means over the comparable cases; without any, the candidate's over all its cases. */
    readonly candidate: number | null;
    readonly baseline: number | null;
    /** `null` without comparable cases. */
    readonly suite: SuiteDecision | null;
    readonly cases: readonly CaseDecision[];
  };
  readonly tags: { readonly [tag: string]: ScopeDecisions };
  readonly floors: readonly (FloorDecision | CeilingDecision)[];
  /** One entry per case, and one per `check:NAME`. */
  readonly never_fail: readonly {
    readonly id: string;
    readonly failed: number;
    readonly scored: number;
    readonly baseline_failed: number | null;
    readonly baseline_scored: number | null;
  }[];
  /** Trials of the candidate that were due, and how many of them have no outcome. */
  readonly infrastructure: { readonly scheduled: number; readonly missing: number };
  /**
   * The drop of the suite's pass rate at which four in five changes would be red; `null`: no drop up to 60 points, or nothing is
   * tested.
   */
  readonly detectable_drop: number | null;
  /** The share of changes that lower it by `rule_out` that would be red; `null`: nothing has to be ruled out, or nothing is tested. */
  readonly red_at_rule_out: number | null;
  /**
   * The most passes that one broken case may have and still be detected, with its trials on both sides; `null`: can't be
   * detected.
   */
  readonly detectable_case: {
    readonly passed: number;
    readonly trials: number;
    readonly baseline_trials: number;
  } | null;
  /** Trials per case (in total) that settle an inconclusive suite test four times out of five; `null`: none needed, or more cases are. */
  readonly trials_needed: number | null;
  /** method threshold: share of unchanged candidates that this threshold turns red, by resampling the baseline. */
  readonly threshold_false_alarm_rate: number | null;
  /** What a second judge's grades say; absent if there are too few, or none. */
  readonly audit?: AuditNumbers;
}

/** A verdict with its reasons: comment, summary, log and outputs are rendered from them. */
export interface Decision {
  readonly verdict: VerdictName;
  /** The name of the default branch. */
  readonly main: string;
  readonly heading: Heading;
  readonly reasons: readonly Reason[];
  readonly decision: DecisionNumbers;
}
