import type { Accept } from '#cases/suite/accept.ts';
import type { Issue } from '#common/document/issue.ts';
import { parseDocument } from '#common/document/parsing/parse-documents.ts';
import { readValue } from '#common/document/read-value.ts';
import { acceptsSchema } from './accepts-schema.ts';

/** Where a change says which regressions it means: next to its config. */
export const ACCEPTS_FILE = 'agent-eval-accepts.yml';

/** The entries of a file of accepts, or everything that is wrong with it. */
export function parseAccepts(
  text: string,
  file: string,
): { readonly entries: readonly Accept[] } | { readonly issues: readonly Issue[] } {
  // What is used up gets removed, and the last of it leaves comments alone.
  if (text.split('\n').every((line) => /^\s*(#.*)?$/.test(line))) return { entries: [] };
  const parsed = parseDocument(text, file);
  if ('issues' in parsed) return parsed;
  const { document } = parsed;
  const read = readValue(acceptsSchema, document.value, { document, path: [] });
  return 'issues' in read ? read : { entries: read.value };
}
