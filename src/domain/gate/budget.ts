/** A test's part of the false-alarm budget, or `threshold`: the change alone decides. */
export type Budget = number | 'threshold';

/** A p-value is never above 1, so this boundary asks nothing of it. */
export const CHANGE_ALONE = 1;

/** The p that a test is read against where it is read once. A test without a budget gets 0: it is shown and never red. */
export function boundaryOf(budget: Budget): number {
  return budget === 'threshold' ? CHANGE_ALONE : budget;
}
