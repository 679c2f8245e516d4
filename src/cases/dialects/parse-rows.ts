import type { CaseDefaults } from '#cases/suite/parsing/merge-defaults.ts';
import { parseCase } from '#cases/suite/parsing/parse-case.ts';
import { slug } from '#cases/suite/parsing/slug.ts';
import type { Issue } from '#common/document/issue.ts';
import type { LocatedDocument } from '#common/document/located-document.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import type { CaseReading } from './case-reading.ts';
import type { ConvertedCase, ConvertedRow, Dialect, DialectProblem } from './conversion/dialect.ts';
import type { PlacedCase } from './duplicate-ids.ts';
import { fileStem } from './file-name.ts';
import { foreignDocument, foreignPathText, originOf } from './foreign-place.ts';
import { withoutIgnored } from './ignored-fields.ts';
import { issueAt } from './issue-at.ts';

/** What is wrong in a case file; issues of one topic are reported once per file. */
export interface RowIssue extends Issue {
  readonly topic?: string;
}

/** What the config gives to every case. */
interface GivenToCases {
  readonly defaults: CaseDefaults | undefined;
  readonly input_suffices: boolean;
}

/** One case of a file as it is written, and its result. */
export interface ParsedRow {
  readonly file: string;
  readonly line: number;
  /** Every id of it: as written, and as the case has it. */
  readonly ids: readonly string[];
  /** `null`: it can't be read. */
  readonly placed: PlacedCase | null;
  readonly issues: readonly RowIssue[];
}

/** The rows of a document, and what is wrong besides them. */
export function parseRows(
  document: LocatedDocument,
  dialect: Dialect,
  reading: CaseReading,
  defaults: CaseDefaults | undefined,
): { readonly rows: readonly ParsedRow[]; readonly issues: readonly RowIssue[] } {
  const stem = fileStem(document.file);
  const { value, left } = withoutIgnored(document.value, reading.dialect.ignore ?? []);
  const shared = { defaults, input_suffices: reading.input_suffices === true };
  const { rows, problems } = dialect.convert(value, reading.dialect, { stem });
  return {
    rows: rows.map((row) => parseRow(document, row, (placed) => withPrefix(placed, reading.id_prefix, stem), shared)),
    issues: [...left, ...problems].map((problem) => toIssue(document, problem)),
  };
}

function parseRow(
  document: LocatedDocument,
  { value, path, converted, problems }: ConvertedRow,
  nameCase: (placed: PlacedCase) => PlacedCase,
  shared: GivenToCases,
): ParsedRow {
  const issues = problems.map((problem) => toIssue(document, problem));
  const { line } = document.locate(path);
  const row = { file: document.file, line, ids: writtenIds(value), placed: null, issues };
  if (converted === null) return row;
  const parsed = parseConverted(document, converted, shared);
  if ('issues' in parsed) return { ...row, issues: [...issues, ...parsed.issues] };
  const placed = nameCase(parsed.placed);
  return { ...row, ids: [...row.ids, parsed.placed.case.id, placed.case.id], placed };
}

/** A row whose place is known, perhaps its id, and nothing else. */
export function unreadableRow(value: Json, issue: Issue): ParsedRow {
  return { file: issue.file, line: issue.line, ids: writtenIds(value), placed: null, issues: [issue] };
}

function withPrefix(placed: PlacedCase, prefix: string, stem: string): PlacedCase {
  if (prefix === '') return placed;
  const id = slug(prefix.replaceAll('{stem}', slug(stem)) + placed.case.id);
  return { ...placed, case: { ...placed.case, id } };
}

function writtenIds(row: Json): readonly string[] {
  if (!isJsonObject(row)) return [];
  return ['id', 'sample_id', 'name'].flatMap((key) => {
    const value = row[key];
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
}

function toIssue(document: LocatedDocument, { path, message, severity, topic }: DialectProblem): RowIssue {
  return { ...issueAt(document, path, message, severity), ...(topic !== undefined && { topic }) };
}

/** Validates a converted case; problems are reported for the foreign field. */
function parseConverted(
  document: LocatedDocument,
  converted: ConvertedCase,
  shared: GivenToCases,
): { readonly placed: PlacedCase } | { readonly issues: readonly Issue[] } {
  // A case of our own format is in the document as it is; any other only in parts.
  const isVerbatim = converted.fields.some(({ field }) => field.length === 0);
  const place = isVerbatim
    ? { document, path: converted.origin }
    : { document: foreignDocument(document, converted), path: [] };
  const parsed = parseCase(converted.case, place, shared.defaults, shared.input_suffices);
  if ('case' in parsed) return { placed: { case: parsed.case, document, idPath: originOf(converted, ['id']) } };
  if (isVerbatim) return parsed;
  return { issues: parsed.issues.map((issue) => ({ ...issue, path: foreignPathText(converted, issue.path) })) };
}
