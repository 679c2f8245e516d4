import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import type { BaseOrder, Budget, Clock, SuiteFiles } from '../ports.ts';
import type { Progress } from '../progress.ts';
import type { RunFacts } from '../results/collect-results.ts';

/** The candidate's run, which the base's must match. */
export interface HeadRun {
  readonly suite: LoadedSuite;
  readonly facts: RunFacts;
  /** The evaluated commit if its files are unchanged; `null` if they may have changed since. */
  readonly evaluated: string | null;
  /**
   * Files of the candidate's checks, which grade both sides; `null`: no program of the change runs here, so main's own checks
   * grade if they are the same.
   */
  readonly check_files: SuiteFiles | null;
  /** One budget for both sides. */
  readonly budget: Budget;
  readonly progress: Progress;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The result: trials of the base commit, or why there are none, a sentence part. */
export type BaseAnswer = { readonly results: ResultsFile } | { readonly problem: string };

/** Which trials of which commit. */
export type KnownOrder = BaseOrder & { readonly sha: string };
