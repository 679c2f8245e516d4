/** How a rule on a metric ended. `watch`: inconclusive; `none`: there is no rule, or nothing to test. */
export type MetricState = 'fail' | 'watch' | 'pass' | 'none';
