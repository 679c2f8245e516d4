/**
 * The highest failure rate that is still possible at 95 % after `trials` trials without a failure: 1 − 0.05^(1/n), the exact
 * one-sided (Clopper–Pearson) bound for no failure. 45 % after 5 trials, 5 % after 59.
 *
 * @returns `null` without trials
 */
export function failureRateAfterCleanRuns(trials: number): number | null {
  return trials > 0 ? -Math.expm1(Math.log(0.05) / trials) : null;
}
