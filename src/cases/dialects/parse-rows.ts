import type { CaseDefaults } from '#cases/suite/parsing/merge-defaults.ts';
import { parseCase } from '#cases/suite/parsing/parse-case.ts';
import { slug } from '#cases/suite/parsing/slug.ts';
import { type Issue, issueAt } from '#common/document/issue.ts';
import type { DocumentPath, LocatedDocument } from '#common/document/located-document.ts';
import type { PointableDocument } from '#common/document/parsed-document.ts';
import { pathText } from '#common/document/path-text.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { CaseReading } from './case-reading.ts';
import type { ConvertedCase, ConvertedRow, Dialect, DialectProblem, FieldOrigin } from './conversion/dialect.ts';
import { documentRows, listKeyOf } from './conversion/document-rows.ts';
import type { PlacedCase } from './duplicate-ids.ts';
import { fileStem } from './file-name.ts';

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

/** The origin of a part of a converted case: the place of its nearest known ancestor, and from there by the same keys. */
function originOf(converted: ConvertedCase, path: DocumentPath): DocumentPath {
  const noted = nearestField(converted, path);
  return noted === null ? converted.origin : [...noted.origin, ...path.slice(noted.field.length)];
}

/** A converted case as a document of its own whose values have the places of their foreign originals. */
function foreignDocument(document: LocatedDocument, converted: ConvertedCase): PointableDocument {
  return {
    file: document.file,
    value: converted.case,
    locate: (path) => document.locate(originOf(converted, path)),
  };
}

/** The foreign path for a path of an issue in the converted case. */
function foreignPathText(converted: ConvertedCase, text: string): string {
  const above = converted.fields.filter(({ field }) => isAbove(pathText(field), text));
  return pathText(longest(above)?.origin ?? converted.origin);
}

function isAbove(ancestor: string, text: string): boolean {
  return text.startsWith(ancestor) && ['', '.', '['].includes(text.charAt(ancestor.length));
}

function nearestField(converted: ConvertedCase, path: DocumentPath): FieldOrigin | null {
  return longest(converted.fields.filter(({ field }) => field.every((part, index) => path[index] === part)));
}

function longest(fields: readonly FieldOrigin[]): FieldOrigin | null {
  return fields.reduce<FieldOrigin | null>(
    (nearest, field) => (nearest === null || field.field.length >= nearest.field.length ? field : nearest),
    null,
  );
}

/**
 * A document without the fields that an entry of `cases` ignores: fields of the file, fields of its rows, or dotted paths in a row. Warnings
 * list what is left unread.
 */
function withoutIgnored(
  document: Json,
  ignored: readonly string[],
): { readonly value: Json; readonly left: readonly DialectProblem[] } {
  if (ignored.length === 0) return { value: document, left: [] };
  const left: DialectProblem[] = [];
  const strip = (value: Json, path: DocumentPath) =>
    ignored.reduce((rest, name) => without(rest, name, path, left), value);
  const key = listKeyOf(document);
  const rows = documentRows(document).map(({ value, path }) => strip(value, path));
  if (Array.isArray(document)) return { value: rows, left };
  if (key === null || !isJsonObject(document)) return { value: rows[0] ?? document, left };
  const file = ignored
    .filter((name) => name !== key)
    .reduce((rest, name) => without(rest, name, [], left), document as Json);
  const list = document[key];
  return { value: isJsonObject(file) && Array.isArray(list) ? { ...file, [key]: rows } : file, left };
}

function without(value: Json, name: string, path: DocumentPath, left: DialectProblem[], whole = name): Json {
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, name)) {
    left.push(ignoredField(whole, [...path, name]));
    return omit(value, name);
  }
  const [first = '', ...rest] = name.split('.');
  const inner = value[first];
  if (rest.length === 0 || inner === undefined) return value;
  return { ...value, [first]: withoutEach(inner, rest.join('.'), [...path, first], left, whole) };
}

/** In a list, the field of every item. */
function withoutEach(value: Json, name: string, path: DocumentPath, left: DialectProblem[], whole: string): Json {
  if (!Array.isArray(value)) return without(value, name, path, left, whole);
  return value.map((item: Json, index) => without(item, name, [...path, index], left, whole));
}

function ignoredField(name: string, path: DocumentPath): DialectProblem {
  const message = `\`${name}\` is not read, as \`dialect: {ignore: […]}\` says`;
  return { severity: 'warning', path, message, topic: `ignored ${name}` };
}

function omit(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
