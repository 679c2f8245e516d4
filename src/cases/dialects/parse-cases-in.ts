import type { Case } from '#cases/suite/case.ts';
import type { CaseDefaults } from '#cases/suite/parsing/merge-defaults.ts';
import { type Issue, issueAt } from '#common/document/issue.ts';
import type { LocatedDocument } from '#common/document/located-document.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { ownCommand } from '#common/tool.ts';
import { listed } from '#common/words.ts';
import type { CaseReading } from './case-reading.ts';
import type { Dialect, DialectOptions } from './conversion/dialect.ts';
import { documentRows, listKeyOf } from './conversion/document-rows.ts';
import { tellingFields, type UnreadFormat } from './conversion/row-formats.ts';
import { duplicateIds } from './duplicate-ids.ts';
import { leaveOut, skipHint } from './leave-out.ts';
import { type ParsedRow, parseRows, type RowIssue, unreadableRow } from './parse-rows.ts';
import { type Recognition, recogniseDialect } from './recognition/recognise-dialect.ts';

const rows = (what: string, columns: string): string =>
  `${what} are rows without a format of their own here; name their columns, \`dialect: {columns: ${columns}, reference: contains}\` (docs/dialects.md)`;

/** What serves instead of a format that is not read. */
const UNREAD: Record<UnreadFormat, string> = {
  promptfoo: `promptfoo's tests are not read at a run; write them as our own once with \`${ownCommand('import FILE')}\`, or let promptfoo run them: \`suite: {run: [npx, promptfoo, eval, …], results: promptfoo}\` (docs/your-runner.md)`,
  'adk-evalset':
    "eval sets of Google's ADK are not read; write their cases as our own, a turn for each invocation with its tool uses as `tools: {calls: […]}` (docs/cases.md)",
  inspect: rows('samples of Inspect (`input`, `target`)', '{id: id, input: input, reference: target}'),
  'openai-evals': rows('samples of openai/evals (`input`, `ideal`)', 'openai-evals'),
  deepeval: `${rows('goldens of DeepEval (`input`, `expected_output`)', '{input: input, reference: expected_output}')}, and write conversational ones as our own with \`simulated_user\` (docs/cases.md)`,
  ragas: rows('samples of Ragas (`user_input`)', 'ragas'),
};

/** The contents of a file of cases: documents that can be read, and JSON Lines rows that are no JSON. */
export interface CaseFile {
  readonly documents: readonly LocatedDocument[];
  readonly row_issues: readonly Issue[];
}

/**
 * The cases of some documents, and everything that is wrong with them. If there is an error among the issues, they are
 * incomplete.
 */
export interface ParsedCases {
  readonly cases: readonly Case[];
  readonly issues: readonly Issue[];
  /** Names of their dialects. */
  readonly dialects: readonly string[];
  /** Items of `skip` that named a row. */
  readonly skipped: readonly string[];
}

/**
 * Reads cases of the dialects given. Each document is recognised by its fields; one without distinctive fields (a broken JSON Lines
 * row) counts as the format of the rest of its file. Every issue points at the foreign row and field. A row that can't be read
 * is an error, or, if `skip` names it, removed and listed. Ids must be unique over all documents.
 *
 * @param defaults what the config adds to every case
 */
export function parseCasesIn(
  dialects: readonly Dialect[],
  { documents, row_issues }: CaseFile,
  reading: CaseReading,
  defaults?: CaseDefaults,
): ParsedCases {
  const recognise = recogniser(documents, reading.dialect, dialects);
  const parsed = documents.map((document) => parseDocument(document, recognise(document), reading, defaults));
  const formats = [...new Set(parsed.flatMap(({ dialect }) => (dialect === null ? [] : [dialect])))];
  const useless = formats.flatMap((dialect) => {
    const first = documents[parsed.findIndex((item) => item.dialect === dialect)];
    return first === undefined ? [] : uselessOptions(first, dialect, reading.dialect);
  });
  const all = [
    ...parsed.flatMap(({ rows }) => rows),
    ...row_issues.map((issue) => unreadableRow(null, issue)),
  ].toSorted((left, right) => left.line - right.line);
  const { rows, issues, used } = leaveOut(all, reading.skip);
  const hint = formats.some(({ name }) => name !== 'canonical') ? skipHint(rows) : null;
  const placed = rows.flatMap((row) => (row.placed === null ? [] : [row.placed]));
  const unique = tellOnce([...useless, ...parsed.flatMap((item) => item.issues), ...issues]);
  return {
    cases: placed.map(({ case: evalCase }) => evalCase),
    issues: [...unique, ...(hint === null ? [] : [hint]), ...duplicateIds(placed)],
    dialects: formats.map(({ name }) => name),
    skipped: used,
  };
}

/** A document's own format, or else that of all rows of its file, which is determined once per file. */
function recogniser(
  documents: readonly LocatedDocument[],
  options: DialectOptions,
  dialects: readonly Dialect[],
): (document: LocatedDocument) => Recognition {
  const files = new Map<string, Recognition>();
  return ({ file, value }) => {
    const own = recogniseDialect(value, options, dialects);
    if (own.kind !== 'unknown') return own;
    const whole =
      files.get(file) ??
      recogniseFile(
        documents.filter((document) => document.file === file),
        dialects,
      );
    files.set(file, whole);
    return whole.kind === 'mixed' ? own : whole;
  };
}

function recogniseFile(documents: readonly LocatedDocument[], dialects: readonly Dialect[]): Recognition {
  const rows = documents.flatMap(({ value }) => documentRows(value)).map((row) => row.value);
  return recogniseDialect(rows, {}, dialects);
}

function parseDocument(
  document: LocatedDocument,
  recognition: Recognition,
  reading: CaseReading,
  defaults: CaseDefaults | undefined,
): { readonly rows: readonly ParsedRow[]; readonly issues: readonly RowIssue[]; readonly dialect: Dialect | null } {
  if (isEmpty(document.value)) return { rows: [], issues: [issueAt(document, [], noCases)], dialect: null };
  if (recognition.kind !== 'dialect') {
    return {
      rows: [unreadableRow(document.value, unrecognisedIssue(document, recognition))],
      issues: [],
      dialect: null,
    };
  }
  const { dialect } = recognition;
  return { ...parseRows(document, dialect, reading, defaults), dialect };
}

const noCases = 'there are no cases here; write at least one, or take the file out of `cases` in the config';

/** A document without a single row; the dialect reports something that should be a list and is none. */
function isEmpty(document: Json): boolean {
  const key = listKeyOf(document);
  const list = key === null || !isJsonObject(document) ? document : document[key];
  return list === null || (Array.isArray(list) && list.length === 0);
}

/** The issues in the order of the file; those of one topic become one, at the first place, with the lines of the others. */
function tellOnce(issues: readonly RowIssue[]): readonly Issue[] {
  const inOrder = issues.toSorted((left, right) => left.line - right.line || left.column - right.column);
  const topics = new Map<string, RowIssue[]>();
  for (const issue of inOrder.filter(({ topic }) => topic !== undefined)) {
    const same = topics.get(keyOf(issue));
    if (same === undefined) topics.set(keyOf(issue), [issue]);
    else same.push(issue);
  }
  return inOrder.flatMap((issue) => {
    const { topic: _, ...problem } = issue;
    const [first, ...others] = topics.get(keyOf(issue)) ?? [issue];
    return first === issue ? [{ ...problem, message: problem.message + alsoOn(others) }] : [];
  });
}

const MOST_LINES = 10;

function alsoOn(others: readonly RowIssue[]): string {
  const lines = [...new Set(others.map(({ line }) => line))];
  if (lines.length === 0) return '';
  return `; also on line${lines.length === 1 ? '' : 's'} ${listed(lines.map(String), MOST_LINES)}`;
}

function keyOf({ severity, topic }: RowIssue): string {
  return `${severity} ${topic ?? ''}`;
}

/** An error for every option that does not apply to a format, because people would rely on it. */
function uselessOptions(
  document: LocatedDocument,
  { name, options }: Dialect,
  settings: DialectOptions,
): readonly Issue[] {
  const optionNames = ['order', 'extra', 'args', 'roles', 'ignore', 'reference', 'columns'] as const;
  const useless = optionNames.filter((option) => settings[option] !== undefined && !options.includes(option));
  return useless.map((option) => {
    const mend =
      name === 'canonical'
        ? `these are in this action's own format: write ${INSTEAD[option]} in the cases`
        : 'give these files an entry of their own without it';
    const message = `the dialect option \`${option}\` does not apply to the format ${name}; ${mend}`;
    return issueAt(document, [], message);
  });
}

const INSTEAD: Record<keyof DialectOptions, string> = {
  order: '`order` under `expect.tools`',
  extra: '`allow_extra` under `expect.tools`',
  args: '`args_match` at the calls',
  roles: 'user, assistant, system or tool',
  ignore: 'only fields of a case',
  reference: '`response`',
  columns: 'the keys of a case',
};

/** Why a document is in no dialect that can be read. */
function unrecognisedIssue(
  document: LocatedDocument,
  recognition: Exclude<Recognition, { readonly kind: 'dialect' }>,
): Issue {
  switch (recognition.kind) {
    case 'mixed':
      return issueAt(
        document,
        recognition.path,
        `down to here the file has fields of ${recognition.names.join(' and ')}; keep to one format in a file`,
      );
    case 'unread':
      return issueAt(document, [], UNREAD[recognition.name]);
    case 'unknown':
      return issueAt(document, [], `no known case format has these fields; expected ${knownFormats()}`);
  }
}

function knownFormats(): string {
  return Object.entries(tellingFields)
    .map(([name, fields]) => `${name} (${fields})`)
    .join('; ');
}
