import { inlineCode } from '../escape.ts';
import { pValue } from '../numbers.ts';
import type { CaseRow } from '../report.ts';
import { table } from './layout.ts';
import { passes } from './passes.ts';
import type { Detail } from './render-markdown.ts';

/** Cases of one group with what went wrong first. Columns that no case has data for are left out. */
export function caseTable(rows: readonly CaseRow[], detail: Detail): string {
  const shown = rows.slice(0, detail.named);
  const columns = COLUMNS.filter(({ has }) => shown.some(has));
  const text = table(columns.map(({ align }) => align).join(''), [
    columns.map(({ title }) => title),
    ...shown.map((row) => columns.map(({ cell }) => cell(row))),
  ]);
  return rows.length > shown.length ? `${text}\n\n… ${rows.length - shown.length} more in results.json` : text;
}

interface Column {
  readonly title: string;
  readonly align: 'l' | 'r';
  readonly has: (row: CaseRow) => boolean;
  readonly cell: (row: CaseRow) => string;
}

const COLUMNS: readonly Column[] = [
  { title: 'case', align: 'l', has: () => true, cell: title },
  { title: 'main', align: 'r', has: ({ baseline }) => passes(baseline) !== '–', cell: ({ baseline }) => passes(baseline) },
  { title: 'here', align: 'r', has: ({ candidate }) => passes(candidate) !== '–', cell: ({ candidate }) => passes(candidate) },
  { title: 'p', align: 'r', has: ({ p }) => p !== null, cell: ({ p }) => (p === null ? '' : pValue(p)) },
  { title: 'first difference', align: 'l', has: (row) => firstDifference(row) !== '', cell: firstDifference },
];

function title({ id, name, renamed_from }: CaseRow): string {
  const was = renamed_from === null ? '' : ` (was ${inlineCode(renamed_from, 128)})`;
  return `${inlineCode(id, 128)}${was}${name === null ? '' : `<br>${inlineCode(name, 100)}`}`;
}

function firstDifference({ failures, errors }: CaseRow): string {
  const [failure] = failures;
  const [error] = errors;
  if (failure !== undefined) return inlineCode(failure.reason, 220);
  return error === undefined ? '' : inlineCode(`${error.class}: ${error.message}`, 220);
}
