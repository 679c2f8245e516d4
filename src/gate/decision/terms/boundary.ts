import { exceeds, reaches } from '#statistics/beyond.ts';

/** A test's part of the false-alarm budget, or `threshold`: the change alone decides. */
export type AlarmBudget = number | 'threshold';

/** A p-value is never above 1, so with this boundary p does not matter. */
export const CHANGE_ALONE = 1;

/** No rate can fall by more: the tolerance if a policy names no limit. */
export const NO_LIMIT = 1;

/** A mean looks worse at a p up to this: it is tried again, and only fresh trials decide. */
export const WORSE = 0.05;

/**
 * The boundary of a test without looks of its own. A test without a budget gets 0: it is shown and never red.
 *
 * @param looks_choose what is beyond it is tried again, instead of being red
 */
export function boundaryOf(budget: AlarmBudget, looks_choose: boolean): number {
  if (budget === 'threshold') return CHANGE_ALONE;
  return looks_choose && budget > 0 ? WORSE : budget;
}

/**
 * Whether a test is red: the change is beyond the tolerance, and chance does not explain it. A change equal to the limit is
 * tolerated; with a boundary of 0 the test is only shown.
 */
export function isRed(test: {
  readonly p: number;
  readonly boundary: number;
  readonly change: number;
  readonly limit: number;
}): boolean {
  return test.boundary > 0 && reaches(test.p, test.boundary) && exceeds(test.change, test.limit);
}
