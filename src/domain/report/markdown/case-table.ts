import { probability } from '#domain/words.ts';
import { inlineCode, prose } from '../escape.ts';
import { REGRADED } from '../labels.ts';
import type { CaseRow } from '../report.ts';
import { type Column, columnTable } from './column-table.ts';
import type { Detail } from './detail.ts';
import { moreInResults } from './layout.ts';
import { passes } from './passes.ts';

/** Cases of one group with their first difference. */
export function caseTable(rows: readonly CaseRow[], detail: Detail): string {
  const text = columnTable(COLUMNS, rows.slice(0, detail.named));
  return rows.length > detail.named ? `${text}\n\n${moreInResults(rows.length - detail.named)}` : text;
}

const COLUMNS: readonly Column<CaseRow>[] = [
  { title: 'case', align: 'l', cell: title },
  { title: 'main', align: 'r', cell: ({ baseline }) => passes(baseline) },
  { title: 'here', align: 'r', cell: ({ candidate }) => passes(candidate) },
  { title: 'p', align: 'r', cell: ({ p }) => (p === null ? '' : probability(p)) },
  { title: 'first difference', align: 'l', cell: firstDifference },
];

function title({ id, name, renamed_from, regraded }: CaseRow): string {
  const was = renamed_from === null ? '' : ` (was ${inlineCode(renamed_from, 128)})`;
  const called = name === null ? '' : `<br>${prose(name, 100)}`;
  return `${inlineCode(id, 128)}${was}${called}${regraded ? `<br>${REGRADED}` : ''}`;
}

/** The cause, if one is named, before its effect. */
function firstDifference({ cause, failures, errors }: CaseRow): string {
  const [failure] = failures;
  const [error] = errors;
  if (failure !== undefined) {
    const isTold = cause === null || failure.reason.includes(cause);
    return `${isTold ? '' : `${inlineCode(cause, 160)}<br>`}${inlineCode(failure.reason, 220)}`;
  }
  return error === undefined ? '' : inlineCode(`${error.class}: ${error.message}`, 220);
}
