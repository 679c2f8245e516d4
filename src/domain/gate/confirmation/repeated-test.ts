import type { ConfirmedTest } from '../decision.ts';
import type { ScopeTest } from '../metrics.ts';

/**
 * One side of a repeated test. `value`: for rates the mean over its cases, 0–1; for a count, cost or time the sum of the cases' means; for a
 * single case the share of its trials that passed.
 */
export interface RepeatedSide {
  readonly value: number;
  readonly trials: number;
}

/** A red test with what it says against fresh trials of main. A test of single cases is repeated for each broken case by itself. */
export interface RepeatedTest extends ConfirmedTest {
  readonly gate: 'case' | ScopeTest;
  /** Why it could not be repeated, a sentence part: the failure then stands as it is. `null` when it was. */
  readonly unconfirmed: string | null;
  /** How much worse than the stored runs, when it turned red: rates lost, or ratio − 1. */
  readonly change_from_stored: number;
  /** The same against main today; `null` where it could not be repeated. */
  readonly change_from_today: number | null;
  /** The cases that have fresh trials, on the three sides; `null` without one. */
  readonly sides: { readonly stored: RepeatedSide; readonly today: RepeatedSide; readonly here: RepeatedSide } | null;
}

/** Whether the test leaves a failure: it was repeated and held, or could not be repeated. */
export function stands({ kept, unconfirmed }: Pick<RepeatedTest, 'kept' | 'unconfirmed'>): boolean {
  return kept || unconfirmed !== null;
}

/**
 * Whether it is main that changed since its runs were stored: at least half of what the candidate had lost against them is gone against main
 * today. Otherwise the fresh trials are just too few, or too near the limit, to show the loss again.
 */
export function isStale({ change_from_stored: before, change_from_today: now }: RepeatedTest): boolean {
  return now !== null && now <= before / 2;
}
