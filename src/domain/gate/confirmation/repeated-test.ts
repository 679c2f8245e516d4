import type { ConfirmedTest } from '../decision.ts';
import type { ScopeTest } from '../metrics.ts';

/**
 * One side of a repeated test. `value`: for rates the mean over its cases, 0–1; for a count, cost or time the sum of the cases'
 * means; for a single case its share of passed trials.
 */
export interface RepeatedSide {
  readonly value: number;
  readonly trials: number;
}

/**
 * A red test with its result against fresh trials of main. The test of single cases is repeated for each broken case
 * separately.
 */
export interface RepeatedTest extends ConfirmedTest {
  readonly gate: 'case' | ScopeTest;
  /** Why it could not be repeated, a sentence part: the failure then stands. `null` if it was. */
  readonly unconfirmed: string | null;
  /** How much worse than the stored runs, when it turned red: rates lost, or ratio − 1. */
  readonly change_from_stored: number;
  /** The same against main today; `null` if it could not be repeated. */
  readonly change_from_today: number | null;
  /** The cases with fresh trials, on the three sides; `null` if there are none. */
  readonly sides: { readonly stored: RepeatedSide; readonly today: RepeatedSide; readonly here: RepeatedSide } | null;
}

/** Whether a failure remains: the test was repeated and held, or could not be repeated. */
export function stands({ kept, unconfirmed }: Pick<RepeatedTest, 'kept' | 'unconfirmed'>): boolean {
  return kept || unconfirmed !== null;
}

/**
 * Whether main changed since its runs were stored: against main today the candidate loses at most half of what it lost against
 * them. Otherwise the fresh trials are just too few, or too close to the limit, to show the loss again.
 */
export function isStale({ change_from_stored: before, change_from_today: now }: RepeatedTest): boolean {
  return now !== null && now <= before / 2;
}
