import { untrustedLine } from '#common/error-message.ts';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';

/** Results, or why they can't be read: a sentence part that follows the name of the source. */
export type ResultsRead = { readonly results: ResultsFile } | { readonly problem: string };

/** Parses the bytes of a results.json. */
export function parseResultsBytes(bytes: Uint8Array): ResultsRead {
  const text = decode(bytes);
  if (text === null) return { problem: 'is not UTF-8 text' };
  const parsed = parseResults(text);
  return 'problem' in parsed ? { problem: `can't be used: ${untrustedLine(parsed.problem)}` } : parsed;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
