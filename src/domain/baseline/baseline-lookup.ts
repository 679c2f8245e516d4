import type { ResultsFile } from './results-file.ts';

/** A stored baseline, or why there is none. */
export type BaselineLookup =
  | {
      readonly kind: 'found';
      readonly results: ResultsFile;
      /** Commit whose run this is. */
      readonly sha: string | null;
      /** How it was chosen, one sentence fit for the report. */
      readonly chosen: string;
      /** Link to the run, `null` for files. */
      readonly url: string | null;
      /** Problems with other candidates that were passed over; each a sentence. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'none'; readonly reason: string; readonly notes: readonly string[] };
