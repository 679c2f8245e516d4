import type { Issue } from '../issue.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import { parseJson } from './parse-json.ts';

/** Reads JSON Lines: every row that is not blank is a document. Reports all broken rows, by their line in the file. */
export function parseJsonLines(
  text: string,
  file: string,
): { readonly documents: readonly ParsedDocument[]; readonly issues: readonly Issue[] } {
  const documents: ParsedDocument[] = [];
  const issues: Issue[] = [];
  for (const [index, row] of text.split('\n').entries()) {
    if (row.trim() === '') continue;
    const parsed = parseJson(row, file, index + 1);
    if ('document' in parsed) documents.push(parsed.document);
    else issues.push(...parsed.issues.map((issue) => ({ ...issue, message: `row ${index + 1}: ${issue.message}` })));
  }
  return { documents, issues };
}
