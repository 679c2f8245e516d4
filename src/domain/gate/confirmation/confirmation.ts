import type { ResultsFile } from '#domain/baseline/results-file.ts';

/**
 * What is known of main as it is today, beside its stored runs: a provider may have changed since they were made, and that is not the fault
 * of the change under test.
 */
export type MainToday =
  /** Nobody asks: the spread between stored runs stands in. */
  | { readonly kind: 'unasked' }
  /** A failure will be confirmed, so the stored runs are taken as they are. */
  | { readonly kind: 'to_be_asked' }
  /** Fresh trials of the commit that the change goes onto. `required`: a failure that they can't confirm is inconclusive. */
  | { readonly kind: 'asked'; readonly results: ResultsFile; readonly required: boolean }
  /** It could not be run (`reason`, a sentence part). `required` as above. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly required: boolean }
  /** The change under test could have reached the fresh trials (`reason`, a sentence part): they count for nothing, and the failure stands. */
  | { readonly kind: 'void'; readonly reason: string };

/** Whether the spread between stored runs stands in for main as it is today. */
export function standsIn({ kind }: MainToday): boolean {
  return kind === 'unasked' || kind === 'unknown';
}
