import type { ResultsFile } from '#domain/baseline/results/results-file.ts';

/**
 * Whether fresh trials of the base commit confirm failures: a provider may have changed since main's stored runs, and the
 * change under test is not to blame for that.
 */
export type Confirmation =
  /** No confirmation: the spread between stored runs replaces it. */
  | { readonly kind: 'off' }
  /** A failure will be confirmed, so the stored runs are used as they are. */
  | { readonly kind: 'pending' }
  /** The fresh trials. `required`: a failure that they can't confirm is inconclusive. */
  | { readonly kind: 'done'; readonly results: ResultsFile; readonly required: boolean }
  /** They could not be run (`reason`, a sentence part). `required` as above. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly required: boolean }
  /** The change under test could have reached them (`reason`, a sentence part): they don't count, and the failure stands. */
  | { readonly kind: 'void'; readonly reason: string };

/** Whether the spread between stored runs replaces fresh trials of main. */
export function spreadStandsIn({ kind }: Confirmation): boolean {
  return kind === 'off' || kind === 'unavailable';
}
