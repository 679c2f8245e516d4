import { dollars, duration, percent, plural, shortSha, wholeNumber } from '#common/words.ts';
import type { SelfAudit } from '#gate/decision/terms/self-audit.ts';
import { type HistoryRow, type PassedOf, passRateOf } from '#gate/history/history-row.ts';
import type { MovedCase } from '#gate/history/moved-cases.ts';
import { sparkline } from '#gate/history/sparkline.ts';
import { plainLine } from '../escape.ts';
import { auditWarning, auditWords } from '../reasons/self-audit-words.ts';
import { beganWords } from './began-words.ts';

/** What the terminal shows of a history. */
export interface ShownHistory {
  /** Oldest first; at least one. */
  readonly rows: readonly HistoryRow[];
  readonly moved: readonly MovedCase[];
  readonly audit: SelfAudit | null;
}

/** Runs in the table and in every line of bars. */
const SHOWN = 20;

/** A table of the last runs, oldest first, the cases that moved, and the gate's own record; lines of text. */
export function historyTable({ rows, moved, audit }: ShownHistory): string {
  const last = rows.slice(-SHOWN);
  const lines = [
    `${sparkline(last.map(passRateOf))}  pass rate of main, ${last.length < rows.length ? `last ${last.length} of ` : ''}${plural(rows.length, 'run')}`,
    '',
    ...alignColumns([
      HEAD,
      ...last.map((row, at) => [...cells(row), beganWords(rows, rows.length - last.length + at)]),
    ]),
    ...(moved.length === 0
      ? []
      : ['', 'cases that moved, last five runs against those before', ...alignColumns(moved.map(movedCells))]),
    ...typeLines(last),
    ...(audit === null ? [] : ['', `the gate ${auditWords(audit)}`]),
  ];
  const warning = audit === null ? null : auditWarning(audit);
  return [...lines, ...(warning === null ? [] : [warning])].join('\n');
}

const HEAD = ['date', 'commit', 'by', 'pass rate', 'passed', 'tokens', 'cost', 'latency', 'verdict', ''];

function cells(row: HistoryRow): readonly string[] {
  const rate = passRateOf(row);
  return [
    row.date.slice(0, 16).replace('T', ' '),
    row.sha === null ? '' : shortSha(row.sha),
    row.event ?? '',
    rate === null ? '' : percent(rate),
    `${row.passed}/${row.scored}`,
    row.total_tokens === null ? '' : wholeNumber(row.total_tokens),
    row.cost_usd === null ? '' : dollars(row.cost_usd),
    row.latency_ms === null ? '' : duration(row.latency_ms),
    row.verdict,
  ];
}

function movedCells({ id, rates, before, now }: MovedCase): readonly string[] {
  return [`  ${id}`, sparkline(rates.slice(-SHOWN)), `${percent(before)} → ${percent(now)}`];
}

/** The pass rate of each failure type of the last run, in the runs that judged it. */
function typeLines(rows: readonly HistoryRow[]): readonly string[] {
  const types = Object.keys(rows.at(-1)?.failure_types ?? {}).sort();
  const lines = types.map((type) => {
    const rates = rows.map(({ failure_types: all }) => (Object.hasOwn(all, type) ? rateOf(all[type]) : null));
    const known = rates.filter((rate) => rate !== null);
    const ends = [...known.slice(0, 1), ...known.slice(-1)].map(percent);
    return [`  ${plainLine(type, 64)}`, sparkline(rates), ends.join(' → ')];
  });
  return lines.length === 0
    ? []
    : ['', 'pass rate by failure type, first → last of these runs', ...alignColumns(lines)];
}

function rateOf([passed, scored]: PassedOf = [0, 0]): number | null {
  return passRateOf({ passed, scored });
}

/** Columns as wide as their widest cell. */
function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  );
}
