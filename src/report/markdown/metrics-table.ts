import { inlineCode, prose } from '../escape.ts';
import { metricLabel } from '../labels.ts';
import { type MetricState, STATES, wordsBeside } from '../metric-state.ts';
import { isGated, isUntested, type MetricRow, type Report } from '../report.ts';
import { changeTexts, inUnit, sideText } from '../units.ts';
import { type Column, columnTable, NO_BREAK } from './column-table.ts';
import { folded } from './layout.ts';

/** The sign of a state, what stands beside it, and the rules that failed. */
export function stateMark(state: MetricState, failed: readonly string[], is_gatable = false): string {
  return [STATES[state].emoji, wordsBeside(state, is_gatable), ...failed.map((rule) => inlineCode(rule))]
    .filter((part) => part !== '')
    .join(' ');
}

/** One row per metric with a rule: main, here, change, and whether the rule held. Empty if nothing was measured. */
export function metricsTable(report: Report): string {
  const rows = report.metrics.filter(isInTable);
  return rows.length === 0 ? '' : columnTable(columns(report), rows);
}

/** The metrics without a rule, folded. */
export function otherMetrics(report: Report): string {
  const rows = report.metrics.filter((row) => !isInTable(row));
  return rows.length === 0 ? '' : folded(`Other metrics (${rows.length})`, [columnTable(columns(report), rows)]);
}

/** The pass rate is what a suite is for, so it is shown without a baseline too. */
function isInTable(row: MetricRow): boolean {
  return row.metric === 'pass_rate' || isGated(row);
}

function columns({ baseline, main }: Report): readonly Column<MetricRow>[] {
  const several = baseline.kind === 'found' && baseline.runs > 1 ? `${NO_BREAK}(${baseline.runs}${NO_BREAK}runs)` : '';
  return [
    { title: 'metric', align: 'l', cell: metricCell },
    { title: `${prose(main)}${several}`, align: 'r', cell: (row) => sideText(row, 'baseline') },
    { title: 'here', align: 'r', cell: (row) => sideText(row, 'candidate') },
    { title: 'change', align: 'r', cell: (row) => changeTexts(row).join('<br>') },
    { title: 'limit', align: 'r', cell: bound },
    { title: '', align: 'l', cell: (row) => stateMark(row.state, row.failed_rules, isUntested(row)) },
  ];
}

/** As code: an @ outside it might mention someone. */
export function metricCell(row: MetricRow): string {
  const text = metricLabel(row);
  return row.at !== null || row.metric === 'pass_at_4' || row.metric === 'pass_hat_4' ? inlineCode(text) : text;
}

function bound(row: MetricRow): string {
  if (row.floor === null) return '';
  const { side, bound: limit, value } = row.floor;
  const over = value === null ? '' : inUnit(value, row.unit);
  const elsewhere = over === '' || over === sideText(row, 'candidate') ? '' : `<br>all cases: ${over}`;
  return `${side === 'min' ? '≥' : '≤'} ${inUnit(limit, row.unit)}${elsewhere}`;
}
