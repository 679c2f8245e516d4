import type { ResultsFile } from '#domain/baseline/results/results-file.ts';

/**
 * Whether failures are confirmed by fresh trials of the commit that the change goes onto: a provider may have changed since main's stored
 * runs, and that is not the fault of the change under test.
 */
export type Confirmation =
  /** Nobody asks for it: the spread between stored runs stands in. */
  | { readonly kind: 'off' }
  /** A failure will be confirmed, so the stored runs are taken as they are. */
  | { readonly kind: 'pending' }
  /** The fresh trials. `required`: a failure that they can't confirm is inconclusive. */
  | { readonly kind: 'done'; readonly results: ResultsFile; readonly required: boolean }
  /** They could not be run (`reason`, a sentence part). `required` as above. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly required: boolean }
  /** The change under test could have reached them (`reason`, a sentence part): they count for nothing, and the failure stands. */
  | { readonly kind: 'void'; readonly reason: string };

/** Whether the spread between stored runs stands in for fresh trials of main. */
export function spreadStandsIn({ kind }: Confirmation): boolean {
  return kind === 'off' || kind === 'unavailable';
}
