import { megabytes } from '#common/words.ts';
import { type Issue, issueAt, wholeFile } from '../issue.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import { parseCsv } from './parse-csv.ts';
import { type JsonDocument, parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';

/** The documents of a file, at least one, or everything that is wrong with it. */
export type ParsedDocuments = { readonly documents: readonly ParsedDocument[] } | { readonly issues: readonly Issue[] };

/** Largest file that is read, by its extension; bytes, and so an upper bound of characters. */
export const MAX_BYTES = {
  yaml: 4 * 1024 * 1024,
  json: 64 * 1024 * 1024,
  jsonl: 64 * 1024 * 1024,
  csv: 16 * 1024 * 1024,
} as const;

/** The readable documents of a file, with the JSON Lines rows that can't be read; or what is wrong with the whole. */
export type SoundDocuments =
  | { readonly documents: readonly ParsedDocument[]; readonly row_issues: readonly Issue[] }
  | { readonly issues: readonly Issue[] };

/**
 * Reads a config or case file by its extension: `.yml` and `.yaml` (each document of the stream), `.json` (one, or one per
 * line), `.jsonl` (one per line), `.csv` and `.tsv` (one, a list of rows). Never throws, whatever the file contains.
 */
export function parseDocuments(text: string, file: string): ParsedDocuments {
  const parsed = parseSoundDocuments(text, file);
  if ('issues' in parsed) return parsed;
  return parsed.row_issues.length > 0 ? { issues: parsed.row_issues } : parsed;
}

/**
 * Reads a file that has one document.
 *
 * @param one what is wrong with a file that has another number
 */
export function parseDocument(
  text: string,
  file: string,
  one = 'expected one document; remove the "---" and what follows',
): JsonDocument {
  const parsed = parseDocuments(text, file);
  if ('issues' in parsed) return parsed;
  const [document, second] = parsed.documents;
  if (document !== undefined && second === undefined) return { document };
  return { issues: [second === undefined ? wholeFile(file, one) : issueAt(second, [], one)] };
}

/** The same if one broken row of JSON Lines must not discard the others. */
export function parseSoundDocuments(text: string, file: string): SoundDocuments {
  const kind = documentKind(file);
  if (kind === null)
    return {
      issues: [
        wholeFile(file, 'unknown kind of file; expected a name that ends in .yml, .yaml, .json, .jsonl, .csv or .tsv'),
      ],
    };
  if (text.length > MAX_BYTES[kind]) {
    return { issues: [wholeFile(file, tooLarge(text.length, kind))] };
  }
  const { documents, issues } = read(text.startsWith('\uFEFF') ? text.slice(1) : text, file, kind);
  if (issues.length > 0 && (documents.length === 0 || kind === 'yaml')) return { issues: inOrder(issues) };
  if (documents.length === 0) return { issues: [wholeFile(file, 'the file is empty; write its content or remove it')] };
  return { documents, row_issues: inOrder(issues) };
}

/** Says how large a file is, how large it may be, and what to do about it. */
function tooLarge(size: number, kind: keyof typeof MAX_BYTES): string {
  const problem = `the file has ${megabytes(size)}, and ${kind === 'yaml' ? 'YAML' : kind === 'csv' ? 'CSV' : 'JSON'} is read up to ${megabytes(MAX_BYTES[kind])}`;
  const split = 'split it into several files, and name them with a glob under `cases`';
  const other = `, or write its cases as JSON Lines (.jsonl, read up to ${megabytes(MAX_BYTES.jsonl)})`;
  return `${problem}; ${split}${kind === 'yaml' ? other : ''}`;
}

/** The format of a file by its name, or `null`. */
function documentKind(file: string): keyof typeof MAX_BYTES | null {
  const ending = /\.(ya?ml|jsonl?|csv|tsv)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending === 'yml' || ending === 'yaml') return 'yaml';
  if (ending === 'tsv') return 'csv';
  return ending === 'json' || ending === 'jsonl' || ending === 'csv' ? ending : null;
}

function read(
  text: string,
  file: string,
  kind: keyof typeof MAX_BYTES,
): { readonly documents: readonly ParsedDocument[]; readonly issues: readonly Issue[] } {
  if (kind === 'yaml') return parseYaml(text, file);
  if (kind === 'csv') return parseCsv(text, file);
  if (kind === 'jsonl') return parseJsonLines(text, file);
  if (text.trim() === '') return { documents: [], issues: [] };
  const parsed = parseJson(text, file);
  if ('document' in parsed) return { documents: [parsed.document], issues: [] };
  return isLines(text) ? parseJsonLines(text, file) : { documents: [], issues: parsed.issues };
}

/** JSON Lines in a `.json` file: the first line is an object by itself, and it is not the only one. */
function isLines(text: string): boolean {
  const [first = '', second] = text.split('\n').filter((line) => line.trim() !== '');
  return second !== undefined && first.trimStart().startsWith('{') && 'document' in parseJson(first, '');
}

function inOrder(issues: readonly Issue[]): readonly Issue[] {
  return [...issues].sort((left, right) => left.line - right.line || left.column - right.column);
}

/** Reads JSON Lines: every row that is not blank is a document. Reports all broken rows, by their line in the file. */
function parseJsonLines(
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
