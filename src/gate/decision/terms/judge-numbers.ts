import type { IntervalEnds } from './interval.ts';

/** A drop as it would be without the errors of the judge. */
export interface CorrectedDrop {
  readonly drop: number;
  readonly standard_error: number;
  readonly ci95: IntervalEnds;
  readonly upper95: number;
  /** What is left of a drop of every case in the judged mean, 0–1. */
  readonly visible_share: number;
  /** How many trials tell as much as one with a judge that never errs: mean of 1/J² over the judged cases. */
  readonly judge_tax: number;
}

/** The drop of the mean pass rate as a second judge sees it, and what that decides in place of the first one's. */
export interface AuditNumbers {
  /** Cases that both judges graded, on both sides. */
  readonly cases: number;
  readonly drop: number;
  readonly standard_error: number;
  readonly ci95: IntervalEnds;
  readonly upper95: number;
  readonly p: number;
  /** The p at or below which its drop is red: the whole budget of the suite test, as it is tested once. */
  readonly boundary: number;
  /** How much more often the second judge passes answers than the first, here less on main, 0–1. */
  readonly stricter_here: number;
  /** Two-sided, that the first judge errs alike on both sides. */
  readonly p_differs: number;
  /** It does not: at p ≤ 0.05. */
  readonly differs: boolean;
  readonly outcome: 'failed' | 'passed' | 'open';
}
