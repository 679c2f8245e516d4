import type { CaseAccept } from '#cases/suite/accept.ts';
import type { BoundedFigure } from '#trials/metrics/figures.ts';
import type { JudgeRules } from './judge-rules.ts';
import type { Metric } from './metrics.ts';

/** Bounds on a rate metric: an absolute floor, the tolerated drop, and the drop that PASS must exclude. Rates are 0–1. */
export interface RateRule {
  readonly min: number | null;
  readonly max_drop: number | null;
  /** `auto` computes it from the baseline; tags have none unless it is configured. */
  readonly rule_out: number | 'auto' | null;
  /** `point`: the value itself must reach `min`; `confident`: red only if the upper bound is below it too. */
  readonly min_mode: 'point' | 'confident';
}

/** A floor alone. */
export interface FigureFloor extends Pick<RateRule, 'min_mode'> {
  readonly min: number;
}

/** Bounds on figures: a floor of a rate, the most of any other. */
export type FigureBounds = { readonly [Figure in BoundedFigure]?: FigureFloor | { readonly max: number } };

/** How far a rate may fall if a policy names no bound, and what a pass of the suite then excludes. */
export const USUAL_BOUNDS = { max_drop: 0.02, rule_out: 'auto' } as const;

/** Tolerated relative increase of a count, cost or time (0.10 = ten percent). */
interface IncreaseRule {
  readonly max_increase: number;
}

/** The limit for each metric; `null` switches its gate off. */
export type IncreaseRules = { readonly [metric in Metric]: IncreaseRule | null };

/** The policy under `gate:`. `null` switches a gate off. */
export interface Policy extends IncreaseRules {
  readonly method: 'statistical' | 'threshold';
  /** 1 − false-alarm rate of all tests against the baseline together. */
  readonly confidence: number;
  readonly pass_rate: RateRule;
  readonly tool_recall: RateRule | null;
  readonly case_pass_rate: { readonly min: number } | null;
  /** Bounds on other figures of the suite; absent: none. */
  readonly metrics?: FigureBounds;
  readonly tags: { readonly [tag: string]: TagPolicy };
  /** Case ids, tags, or `check:NAME`. */
  readonly never_fail: readonly string[];
  /** `auto`: as blocking.ts decides; `review`: like `warn`, and a separate check run asks for a person. */
  readonly on_inconclusive: 'auto' | 'warn' | 'fail' | 'review';
  /** A failure is only a warning while this gate is red more often than promised; absent: it stays a failure. */
  readonly self_check?: 'advisory';
  /** What is known of the errors of the judge; absent: the config names no judge. */
  readonly judge?: JudgeRules;
  /** Whether what trials call is compared with main: as information, or as a rule; absent: it is not. */
  readonly behaviour?: 'report' | 'fail';
  /** No regression can be accepted by the change that brings it; absent: one can. */
  readonly accepts?: false;
  /** Cases that are flaky on main: the key `quarantine` of the config; absent: none. */
  readonly quarantine?: readonly CaseAccept[];
}

/** Rules for the cases of one tag. */
export interface TagPolicy extends IncreaseRules, Pick<Policy, 'metrics'> {
  readonly pass_rate: RateRule | null;
  readonly tool_recall: RateRule | null;
}
