import { AS_WRITTEN, type CaseReading } from '#cases/dialects/case-reading.ts';
import type { DialectOptions } from '#cases/dialects/conversion/dialect.ts';
import { parseCases } from '#cases/dialects/parse-cases.ts';
import type { ParsedCases } from '#cases/dialects/parse-cases-in.ts';
import { parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';

/** Reads the text of a case file as a run would: documents, then cases. */
export function readCases(
  text: string,
  file: string,
  dialect: DialectOptions = {},
  reading: Partial<CaseReading> = {},
): ParsedCases {
  const parsed = parseSoundDocuments(text, file);
  if ('issues' in parsed) return { cases: [], issues: parsed.issues, dialects: [], skipped: [] };
  return parseCases(parsed, { ...AS_WRITTEN, dialect, ...reading });
}

/** Reads a value as a JSON file with two spaces of indentation. */
export function readJson(document: unknown, options: DialectOptions = {}, file = 'cases.json'): ParsedCases {
  return readCases(JSON.stringify(document, null, 2), file, options);
}

/** Every issue on one line, as `severity line path: message`. */
export function issueLines({ issues }: ParsedCases): readonly string[] {
  return issues.map(({ severity, line, path, message }) => `${severity} ${line} ${path}: ${message}`);
}
