import type { Comparison } from '#domain/baseline/comparison/comparison.ts';

/**
 * Removes secrets from every sentence of a comparison, as the machine-readable form of a decision prints them; the compared
 * records stay.
 */
export function redactComparison(comparison: Comparison, redact: (text: string) => string): Comparison {
  const { why_no_baseline: why, left_out, condition_differences, treatment_changes, cases } = comparison;
  return {
    ...comparison,
    why_no_baseline: why === null ? null : redact(why),
    left_out: left_out.map(redact),
    condition_differences: condition_differences.map(redact),
    treatment_changes: treatment_changes.map(redact),
    cases: cases.map((evalCase) => ({
      ...evalCase,
      reason: evalCase.reason === null ? null : redact(evalCase.reason),
    })),
  };
}
