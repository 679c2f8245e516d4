import type { Execution } from '#application/trials/execute-suite.ts';
import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { BaselineLookup } from '#domain/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { Conclusion } from '#domain/gate/rules/conclude.ts';
import type { Policy } from '#domain/gate/terms/policy.ts';
import type { Report } from '#domain/report/report.ts';

/** A finished evaluation. */
export interface Evaluation {
  readonly results: ResultsFile;
  /** Fresh trials of the base commit on which a failure was repeated. */
  readonly confirmation: ResultsFile | null;
  readonly comparison: Comparison;
  readonly decision: Conclusion;
  readonly report: Report;
  readonly baseline: BaselineLookup;
  readonly execution: Execution;
  /** What an inconclusive verdict leads to. */
  readonly on_inconclusive: Policy['on_inconclusive'];
}
