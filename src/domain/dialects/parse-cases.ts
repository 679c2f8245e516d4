import type { Issue } from '#domain/document/issue.ts';
import type { LocatedDocument } from '#domain/document/located-document.ts';
import { isJsonObject, type Json } from '#domain/json.ts';
import type { Case } from '#domain/suite/case.ts';
import type { CaseDefaults } from '#domain/suite/merge-defaults.ts';
import type { DialectOptions } from './dialect.ts';
import { duplicateIds } from './duplicate-ids.ts';
import { issueAt } from './issue-at.ts';
import { parseConverted } from './parse-converted.ts';
import { documentRows, listKeyOf } from './recognition/document-rows.ts';
import { type Recognition, recogniseDialect } from './registry.ts';
import { unrecognisedIssue } from './unrecognised-issue.ts';

/** The cases of some documents, and everything that is wrong with them. With an error among the issues they are incomplete. */
export interface ParsedCases {
  readonly cases: readonly Case[];
  readonly issues: readonly Issue[];
  /** Names of the dialects they are written in. */
  readonly dialects: readonly string[];
}

/**
 * Reads cases of any dialect. Each document is recognised by its fields; one without telling fields (a broken JSON Lines row) is
 * taken for what the rest of its file is. Every issue points at the foreign row and field. Ids must be unique over all documents.
 *
 * @param defaults what the config adds to every case
 */
export function parseCases(
  documents: readonly LocatedDocument[],
  options: DialectOptions,
  defaults?: CaseDefaults,
): ParsedCases {
  const recognise = recogniser(documents);
  const parsed = documents.map((document) => parseDocument(document, recognise(document), options, defaults));
  const cases = parsed.flatMap((one) => one.cases);
  return {
    cases: cases.map((placed) => placed.case),
    issues: [...parsed.flatMap((one) => one.issues), ...duplicateIds(cases)],
    dialects: [...new Set(parsed.flatMap((one) => one.dialects))],
  };
}

/** A document's own format, or else that of all rows of its file, which is worked out once for each file. */
function recogniser(documents: readonly LocatedDocument[]): (document: LocatedDocument) => Recognition {
  const files = new Map<string, Recognition>();
  return ({ file, value }) => {
    const own = recogniseDialect(value);
    if (own.kind !== 'unknown') return own;
    const whole = files.get(file) ?? recogniseFile(documents.filter((document) => document.file === file));
    files.set(file, whole);
    return whole.kind === 'mixed' ? own : whole;
  };
}

function recogniseFile(documents: readonly LocatedDocument[]): Recognition {
  return recogniseDialect(documents.flatMap(({ value }) => documentRows(value)).map((row) => row.value));
}

function parseDocument(
  document: LocatedDocument,
  recognition: Recognition,
  options: DialectOptions,
  defaults: CaseDefaults | undefined,
) {
  if (isEmpty(document.value)) return { cases: [], issues: [issueAt(document, [], noCases)], dialects: [] };
  if (recognition.kind !== 'dialect') {
    return { cases: [], issues: [unrecognisedIssue(document, recognition)], dialects: [] };
  }
  const { dialect } = recognition;
  const { cases, problems } = dialect.convert(document.value, options, { stem: fileStem(document.file) });
  const parsed = cases.map((converted) => parseConverted(document, converted, defaults));
  return {
    cases: parsed.flatMap((one) => ('placed' in one ? [one.placed] : [])),
    issues: inFileOrder([
      ...problems.map(({ path, message, severity }) => issueAt(document, path, message, severity)),
      ...parsed.flatMap((one) => ('issues' in one ? one.issues : [])),
    ]),
    dialects: [dialect.name],
  };
}

const noCases = 'there are no cases here; write at least one, or take the file out of `cases` in the config';

/** A document without a single row; what is no list although it should be is the dialect's to complain about. */
function isEmpty(document: Json): boolean {
  const key = listKeyOf(document);
  const list = key === null || !isJsonObject(document) ? document : document[key];
  return list === null || (Array.isArray(list) && list.length === 0);
}

function inFileOrder(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted((left, right) => left.line - right.line || left.column - right.column);
}

/** `refunds` of `evals/refunds.jsonl`. */
function fileStem(file: string): string {
  return file.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
}
