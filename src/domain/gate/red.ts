import { exceeds, reaches } from '#domain/statistics/beyond.ts';

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
