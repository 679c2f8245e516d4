import type { RisenCase } from '#statistics/values/risen-cases.ts';
import type { BoundedFigure } from '#trials/metrics/figures.ts';
import type { IntervalEnds } from '../terms/interval.ts';
import type { CorrectedDrop } from '../terms/judge-numbers.ts';
import type { Metric, ScopeTest } from '../terms/metrics.ts';

/** The suite test on pass rates. Rates and drops are 0–1; `drop` is baseline − candidate. */
export interface SuiteDecision {
  /** Trials per case of the look that decided it. */
  readonly look: number;
  readonly p_exact: number;
  readonly p_mid: number;
  /** The same if whole rounds are shuffled, which is red only if both are; `null`: too few rounds. Absent: trials were run one by one. */
  readonly p_rounds?: number | null;
  readonly drop: number;
  readonly standard_error: number;
  readonly ci95: IntervalEnds;
  readonly upper95: number;
  /** The same, corrected for the judge's errors: tolerance and `rule_out` are compared with it. Absent if no judge with known errors judged a case. */
  readonly corrected?: CorrectedDrop;
  /** Share of the cases that were tested, if the others were not run because the change can't reach them: they count as unchanged in drop, error and bounds. Absent: all. */
  readonly share?: number;
  /** The p at or below which the test is red; 1 with method threshold, with which only the change decides. */
  readonly boundary: number;
  /** The tolerance; 1 if the policy sets no limit. */
  readonly max_drop: number;
  /** The drop that PASS excludes, after `auto` was resolved; `null`: none. */
  readonly rule_out: number | null;
  /** p if main may have moved since its runs; `null`: chance explains it alone, or fresh trials of main tell instead. Red only if it reaches the boundary too. */
  readonly p_drift: number | null;
  readonly failed: boolean;
  readonly passed: boolean;
}

/** The result of one look at the trials. */
export interface LookDecision {
  /** Trials per case. */
  readonly look: number;
  /** Cases that were extended to it. */
  readonly cases: number;
  /** `null`: an earlier look had settled it, or there is nothing to test. */
  readonly suite: {
    readonly p_mid: number;
    readonly drop: number;
    readonly standard_error: number;
    readonly boundary: number;
    /** Must be below `rule_out` for the suite to pass here. */
    readonly upper: number;
    readonly outcome: 'failed' | 'passed' | 'open';
  } | null;
  readonly case_boundary: number | null;
  readonly least_p_adjusted: number | null;
}

/** The test of one case. */
export interface CaseDecision {
  readonly id: string;
  readonly p: number;
  readonly p_adjusted: number;
  readonly boundary: number;
  readonly failed: boolean;
  /** Adjusted p is small, but above the boundary. */
  readonly watch: boolean;
  readonly candidate: { readonly passed: number; readonly scored: number };
  readonly baseline: { readonly passed: number; readonly scored: number };
  /** Main's trials were graded again by the change's expectations. */
  readonly regraded: boolean;
}

/** The test on tool recall. `change` is the points lost (baseline − candidate), positive if it got worse. */
export interface RecallDecision {
  readonly p: number;
  readonly change: number;
  readonly ci95: IntervalEnds | null;
  readonly boundary: number;
  readonly max_drop: number;
  /** Cases with a value on both sides. */
  readonly cases: number;
  /** Means over those cases. */
  readonly candidate: number;
  readonly baseline: number;
  /** As for pass rates. */
  readonly p_drift: number | null;
  readonly failed: boolean;
}

/** How far a count, cost or time rose, by one of two questions: of the total, or of the typical case. */
export interface RiseTest {
  /** It may be red here; else it is only shown. */
  readonly is_limited: boolean;
  /** One-sided, of growth; `null` with method threshold, with which only the rise decides. */
  readonly p: number | null;
  /** 0.1 is ten percent. */
  readonly rise: number;
  /** As for pass rates. */
  readonly p_drift: number | null;
  readonly failed: boolean;
}

/** The same of the typical case: the geometric mean over cases of candidate ÷ baseline. */
export interface TypicalRise extends RiseTest {
  /** Of the rise. */
  readonly ci95: IntervalEnds;
}

/** The tests of a count, cost or time. */
export interface IncreaseDecision {
  /** The p at or below which each question that is asked is red. */
  readonly boundary: number;
  readonly max_increase: number;
  /** Cases with a value on both sides. */
  readonly cases: number;
  /** Σ over those cases of the case's mean. */
  readonly candidate: number;
  readonly baseline: number;
  readonly total: RiseTest;
  /** `null`: too few cases for a typical one, or method threshold. */
  readonly typical: TypicalRise | null;
  /** The largest rise first. */
  readonly risen_cases: readonly RisenCase[];
  readonly failed: boolean;
  /** Not red, and more than chance usually makes it: no pass. */
  readonly open: boolean;
}

/** The result of each test of a scope (the suite, a tag). */
export interface ScopeDecision extends Readonly<Record<Metric, IncreaseDecision>> {
  readonly pass_rate: SuiteDecision;
  readonly tool_recall: RecallDecision;
}

/** The tests of a scope; `null` without a rule or anything to test. */
export type ScopeDecisions = { readonly [Test in ScopeTest]: ScopeDecision[Test] | null };

/** An absolute floor. */
export interface FloorDecision {
  readonly metric: 'pass_rate' | 'tool_recall' | 'case_pass_rate' | BoundedFigure;
  readonly tag: string | null;
  readonly min: number;
  readonly mode: 'point' | 'confident';
  readonly value: number | null;
  readonly ci95: IntervalEnds | null;
  /** `left_empty`: no case of a selection is about it. */
  readonly outcome: 'pass' | 'fail' | 'inconclusive' | 'not_proven' | 'left_empty';
  /** A judge decided answers: `value` and `ci95` are corrected for its errors, or without `ci95` nothing says how often it errs. */
  readonly judged?: true;
  /** Cases below a per-case floor. */
  readonly cases: readonly string[];
  /** Share of unchanged candidates that this floor would turn red, estimated from the baseline; `null` without one. */
  readonly false_alarm_rate: number | null;
}

/** The most that a figure may be, which its own value must not exceed. */
export interface CeilingDecision extends Omit<FloorDecision, 'metric' | 'min' | 'mode'> {
  readonly metric: Exclude<FloorDecision['metric'], 'case_pass_rate'>;
  readonly max: number;
}
