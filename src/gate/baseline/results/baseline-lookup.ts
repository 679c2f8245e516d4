import type { ResultsFile } from './results-file.ts';

/** The results of one run of the main branch. */
export interface StoredRun {
  readonly results: ResultsFile;
  /** Commit of the run. */
  readonly sha: string | null;
  /** Link to the run, `null` for files. */
  readonly url: string | null;
  /** Where the store that found it finds its trajectories: the id of the run, the path of a file; `null` if it has none. */
  readonly place: string | null;
  /** The text of its history of main, unread; `problem`: it can't be read, a sentence part. Absent if it has none. */
  readonly history?: { readonly text: string } | { readonly problem: string };
}

/** Stored runs of main, or why there are none. */
export type BaselineLookup =
  | {
      readonly kind: 'found';
      /** The one to compare with first, then those that may be pooled with it: nearest first. */
      readonly runs: readonly [StoredRun, ...StoredRun[]];
      /** The commit to compare with, whether or not it has a run; `null` if unknown. */
      readonly target_sha: string | null;
      /** How the first run was chosen, one sentence for the report. */
      readonly choice: string;
      /** Problems with candidates that were skipped; each a sentence. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'none'; readonly reason: string; readonly notes: readonly string[] };
