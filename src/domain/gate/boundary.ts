import { exceeds, reaches } from '#domain/statistics/beyond.ts';

/** A test's part of the false-alarm budget, or `threshold`: the change alone decides. */
export type Budget = number | 'threshold';

/** A p-value is never above 1, so this boundary asks nothing of it. */
export const CHANGE_ALONE = 1;

/** No rate can fall by more: tolerated where a policy names no limit. */
export const NO_LIMIT = 1;

/** The p that a test is read against where it is read once. A test without a budget gets 0: it is shown and never red. */
export function boundaryOf(budget: Budget): number {
  return budget === 'threshold' ? CHANGE_ALONE : budget;
}

/**
 * Whether a test is red: the change is beyond what is tolerated, and chance does not explain it. A change equal to the limit is
 * tolerated; a boundary of 0 means the test takes no part.
 */
export function isRed(test: {
  readonly p: number;
  readonly boundary: number;
  readonly change: number;
  readonly limit: number;
}): boolean {
  return test.boundary > 0 && reaches(test.p, test.boundary) && exceeds(test.change, test.limit);
}
