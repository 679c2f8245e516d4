import { reaches } from '#domain/statistics/beyond.ts';
import type { ScopeTest } from '../metrics.ts';

/** A failed test, repeated against fresh trials of main. */
export interface ConfirmedTest {
  readonly gate: 'case' | ScopeTest;
  readonly tag: string | null;
  /** Its case; empty for tests of means. */
  readonly cases: readonly string[];
  /** Of the repeated test; `null` if it could not be repeated. */
  readonly p: number | null;
  readonly kept: boolean;
}

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
  /** Why it could not be repeated, a sentence part: the failure then stands. `null` if it was. */
  readonly unconfirmed: string | null;
  /** How much worse than the stored runs, when it turned red: rates lost, or ratio − 1. */
  readonly change_from_stored: number;
  /** The same against main today; `null` if it could not be repeated. */
  readonly change_from_today: number | null;
  /** Of the same test for main: its fresh trials against its stored ones; `null` where there are too few for it. */
  readonly main_p: number | null;
  /** The cases with fresh trials, on the three sides; `null` if there are none. */
  readonly sides: { readonly stored: RepeatedSide; readonly today: RepeatedSide; readonly here: RepeatedSide } | null;
}

/** Whether a failure remains: the test was repeated and held, or could not be repeated. */
export function stands({ kept, unconfirmed }: Pick<RepeatedTest, 'kept' | 'unconfirmed'>): boolean {
  return kept || unconfirmed !== null;
}

/**
 * Whether main itself is worse than when its runs were stored, beyond chance. With nothing changed, a failure often comes of lucky stored runs
 * and is taken back by unlucky fresh ones, which look like a main that fell; so much more is asked for than to repeat a failure.
 */
export function isMainWorse({ main_p: p }: Pick<RepeatedTest, 'main_p'>): boolean {
  return p !== null && reaches(p, MAIN_WORSE);
}

const MAIN_WORSE = 0.001;
