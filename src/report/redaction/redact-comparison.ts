import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import { redactDifference } from './redact-difference.ts';
import { redactCase, redactTrial } from './redact-results.ts';

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
    condition_differences: condition_differences.map((difference) => redactDifference(difference, redact)),
    treatment_changes: treatment_changes.map((change) => redactDifference(change, redact)),
    cases: cases.map((evalCase) => ({
      ...evalCase,
      reason: evalCase.reason === null ? null : redact(evalCase.reason),
    })),
  };
}

/** The same for the compared records: what checks, crashes and errors of the trials say on either side. */
export function redactRecords(comparison: Comparison, redact: (text: string) => string): Comparison {
  const redacted = (item: CaseRecord | null) => item && redactCase(item, redact);
  return {
    ...comparison,
    cases: comparison.cases.map((evalCase) => ({
      ...evalCase,
      candidate: redacted(evalCase.candidate),
      baseline: redacted(evalCase.baseline),
      runs: evalCase.runs.map((trials) => trials.map((trial) => redactTrial(trial, redact))),
    })),
  };
}
