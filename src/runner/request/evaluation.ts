import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Conclusion } from '#gate/decision/rules/conclude.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import type { DecidedWith } from '#gate/verdict/decide-again.ts';
import type { Report } from '#report/report.ts';
import type { Execution } from '#runner/trials/execute-suite.ts';

/** A finished evaluation. */
export interface Evaluation {
  /** What was judged, with the tests of a runner as its cases. */
  readonly suite: LoadedSuite;
  readonly results: ResultsFile;
  /** Fresh trials of the base commit on which a failure was repeated. */
  readonly confirmation: ResultsFile | null;
  readonly comparison: Comparison;
  readonly decision: Conclusion;
  readonly decided_with: DecidedWith;
  readonly report: Report;
  readonly baseline: BaselineLookup;
  readonly execution: Execution;
  /** What an inconclusive verdict leads to. */
  readonly on_inconclusive: Policy['on_inconclusive'];
}
