/** The p at which a test with a false-alarm budget of `alpha` is red when it is read. */
export type Boundary = (alpha: number) => number;

/** A test's part of the false-alarm budget and how it is read, or `threshold`: the change alone decides. */
export type Budget = { readonly alpha: number; readonly boundary: Boundary } | 'threshold';

/** One look may use the whole budget of a test. */
export const oneLook: Boundary = (alpha) => alpha;

/** A p-value is never above 1, so this boundary asks nothing of it. */
export const CHANGE_ALONE = 1;

/** The p a test is read against. A test without a budget gets 0: it is shown and never red. */
export function boundaryOf(budget: Budget): number {
  if (budget === 'threshold') return CHANGE_ALONE;
  return budget.alpha > 0 ? budget.boundary(budget.alpha) : 0;
}
