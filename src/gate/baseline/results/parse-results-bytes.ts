import { untrustedLine } from '#common/error-message.ts';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';

/** Results, or why they can't be read: a sentence part that follows the name of the source. */
export type ResultsRead = { readonly results: ResultsFile } | { readonly problem: string };

/** Parses the bytes of a results.json. */
export function parseResultsBytes(bytes: Uint8Array): ResultsRead {
  const parsed = parseResults(bytes);
  return 'problem' in parsed ? { problem: `can't be used: ${untrustedLine(parsed.problem)}` } : parsed;
}
