import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { Conclusion } from '#domain/gate/conclude.ts';
import type { Policy } from '#domain/gate/policy.ts';
import type { Report } from '#domain/report/report.ts';
import type { Execution } from './running/execute-suite.ts';

/** A finished evaluation. */
export interface Evaluation {
  readonly results: ResultsFile;
  /** Fresh trials of the base commit that a failure was repeated on. */
  readonly confirmation: ResultsFile | null;
  readonly comparison: Comparison;
  readonly decision: Conclusion;
  readonly report: Report;
  readonly baseline: BaselineLookup;
  readonly execution: Execution;
  /** What becomes of it where it is undecided. */
  readonly on_inconclusive: Policy['on_inconclusive'];
}
