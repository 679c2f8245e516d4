import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { SideDoubt } from '#gate/baseline/results/side-doubt.ts';

/**
 * Fresh trials of main's agent. Those of the change are trials of its results beyond the looks. They alone decide where a run's looks only
 * choose what is tried again.
 */
export type Fresh<Results extends LeanResults = ResultsFile> =
  /** Nothing was tried again. */
  | { readonly kind: 'none' }
  /**
   * Main's trials. `ended`: why no further stage ran, a sentence part; `null`: none was needed, or it is still to run. `doubts`: ways by which the
   * change could have reached main's side: with any, they may make something red and close nothing.
   */
  | {
      readonly kind: 'done';
      readonly results: Results;
      readonly ended: string | null;
      readonly doubts: readonly SideDoubt[];
    }
  /** Main's agent could not be run; why, a sentence part, or the doubts for which it was not. */
  | { readonly kind: 'unavailable'; readonly reason: string | readonly SideDoubt[] };

/** Before anything is tried again. */
export const NOTHING_FRESH: Fresh<never> = { kind: 'none' };

/** Why fresh trials clear nothing: too many rounds failed wholly on both sides, or main passes less in them than its stored trials did. */
export type Unsound =
  | { readonly kind: 'rounds_lost'; readonly lost: number; readonly rounds: number }
  | { readonly kind: 'main_fell' };
