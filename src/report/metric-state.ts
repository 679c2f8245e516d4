/** How a rule on a metric ended. `watch`: inconclusive; `chance`: beyond the tolerance, and chance explains it; `none`: there is no rule, or nothing to test. */
export type MetricState = 'fail' | 'watch' | 'chance' | 'pass' | 'none';

/** What replaces a mark if a rise beyond its tolerance may be chance. */
export const MAY_BE_CHANCE = 'chance explains it';

/** A rule as the policy names it below a metric. */
export type RuleName = 'min' | 'max' | 'max_drop' | 'max_increase';
