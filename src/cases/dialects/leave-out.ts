import type { Issue } from '#common/document/issue.ts';
import type { SkippedRows } from './case-reading.ts';
import { baseName } from './file-name.ts';
import type { ParsedRow, RowIssue } from './parse-rows.ts';

/** The rows of a file that remain, and the problems of all. */
export interface KeptRows {
  readonly rows: readonly ParsedRow[];
  readonly issues: readonly RowIssue[];
  /** Items of `skip` that named a row here. */
  readonly used: readonly string[];
}

/**
 * Removes the rows that `skip` names. A warning lists each with what is wrong with it. A row that can be read is skipped only
 * by its id, because lines move with the next edit.
 */
export function leaveOut(rows: readonly ParsedRow[], skip: SkippedRows): KeptRows {
  const rest: ParsedRow[] = [];
  const issues: RowIssue[] = [];
  const used: string[] = [];
  for (const row of rows) {
    const matches = skip === 'unreadable' ? [] : skip.filter((item) => row.ids.includes(item) || isPlace(item, row));
    used.push(...matches);
    const isNamed = skip === 'unreadable' ? isUnreadable(row) : matches.length > 0;
    const byLine = isNamed && !isUnreadable(row) && matches.every((item) => !row.ids.includes(item));
    if (byLine)
      issues.push(issueOf(row, 'error', 'this row can be read; take its line out of `skip`, or write its id there'));
    if (isNamed && !byLine) issues.push(...listIssues(row));
    else {
      rest.push(row);
      issues.push(...row.issues);
    }
  }
  if (rest.length === 0 && rows[0] !== undefined) {
    issues.push(
      issueOf(rows[0], 'error', 'every case of this file is left out; take the file out of `cases` in the config'),
    );
  }
  return { rows: rest, issues, used };
}

/** What to write so that the other rows run without those that can't be read; `null` if there are no others. */
export function skipHint(rows: readonly ParsedRow[]): RowIssue | null {
  const unreadableRows = rows.filter(isUnreadable);
  const [first] = unreadableRows;
  if (first === undefined || unreadableRows.length === rows.length) return null;
  const places = unreadableRows.slice(0, MOST_PLACES).map((row) => JSON.stringify(placeOf(row)));
  const list = unreadableRows.length > MOST_PLACES ? 'unreadable' : `[${places.join(', ')}]`;
  const count = `${rows.length - unreadableRows.length} of ${rows.length} cases of this file can be read`;
  return issueOf(
    first,
    'error',
    `${count}; to run without the others, write \`skip: ${list}\` next to \`file\` in the config`,
  );
}

const MOST_PLACES = 5;

function listIssues(row: ParsedRow): readonly RowIssue[] {
  const errors = row.issues.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return [issueOf(row, 'warning', 'left out because `skip` names it')];
  return errors.map((issue) => ({ ...issue, severity: 'warning', message: `left out: ${issue.message}` }));
}

function isUnreadable(row: ParsedRow): boolean {
  return row.issues.some(({ severity }) => severity === 'error');
}

function isPlace(item: string, row: ParsedRow): boolean {
  return item === placeOf(row) || item === `${row.file}:${row.line}`;
}

function placeOf({ file, line }: ParsedRow): string {
  return `${baseName(file)}:${line}`;
}

function issueOf({ file, line }: ParsedRow, severity: Issue['severity'], message: string): RowIssue {
  return { severity, file, line, column: 1, path: '', message };
}
