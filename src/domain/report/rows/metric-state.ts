/** How a rule on a metric ended. `watch`: inconclusive; `none`: there is no rule, or nothing to test. */
export type MetricState = 'fail' | 'watch' | 'pass' | 'none';

/** A rule as the policy names it below a metric. */
export type RuleName = 'min' | 'max_drop' | 'max_increase';
