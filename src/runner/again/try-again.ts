import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { NextTrials } from '#gate/decision/next-trials.ts';
import type { Fresh } from '#gate/decision/terms/fresh.ts';

/** What is known of a run while it is tried again. */
export interface RunToTryAgain {
  /** With the change's fresh trials, beyond its looks. */
  readonly results: ResultsFile;
  /** Main's. */
  readonly fresh: Fresh;
}

/** The same after a stage. */
export interface Tried extends RunToTryAgain {
  /** Notes on it, a sentence each. */
  readonly notes: readonly string[];
}

/** Runs the fresh trials of a stage on both sides. `null`: the run was cancelled, and nothing was tried again. */
export type TryAgain = (order: NextTrials, known: RunToTryAgain) => Promise<Tried | null>;
