import { METRIC_LABEL } from '../labels.ts';
import { changeInterval, changeInUnit, inUnit, percent, pValue } from '../numbers.ts';
import type { MetricRow, MetricState, Report } from '../report.ts';
import { type Column, columnTable, NO_BREAK } from './column-table.ts';
import { commit } from './layout.ts';

/** One sign per state of a rule. */
export const STATE_SIGN: Readonly<Record<MetricState, string>> = { fail: '❌', watch: '❔', pass: '✅', none: '' };

/** One row per metric: main, here, change, how sure. Empty when nothing was measured. */
export function metricsTable(report: Report): string {
  return report.metrics.length === 0 ? '' : columnTable(columns(report), report.metrics);
}

function columns({ baseline, run }: Report): readonly Column<MetricRow>[] {
  const main = baseline.kind === 'found' ? whichMain(baseline, commit(baseline.sha, run.repository_url)) : '';
  return [
    { title: 'metric', align: 'l', cell: ({ metric }) => METRIC_LABEL[metric] },
    { title: `main${main}`, align: 'r', cell: (row) => value(row, row.baseline) },
    { title: 'here', align: 'r', cell: (row) => value(row, row.candidate) },
    { title: 'change', align: 'r', cell: change },
    { title: '95 % CI', align: 'r', cell: ({ ci95 }) => (ci95 === null ? '' : changeInterval(ci95)) },
    { title: 'p', align: 'r', cell: ({ p }) => (p === null ? '' : pValue(p)) },
    { title: 'floor', align: 'r', cell: floor },
    { title: '', align: 'c', cell: ({ state }) => STATE_SIGN[state] },
  ];
}

/** The commit of a single run, the number of several. */
function whichMain({ runs }: { readonly runs: number }, sha: string): string {
  const which = runs > 1 ? `${runs}${NO_BREAK}runs` : sha;
  return which === '' ? '' : `${NO_BREAK}(${which})`;
}

function value(row: MetricRow, number: number | null): string {
  if (number === null) return '';
  return `${row.estimated ? '≈ ' : ''}${inUnit(number, row.unit)}`;
}

function change({ change: plain, typical_change: typical, unit }: MetricRow): string {
  const shown = plain === null ? '' : changeInUnit(plain, unit);
  if (typical === null) return shown;
  const tested = changeInUnit(typical, unit);
  return tested === shown ? shown : `${shown}<br>typical: ${tested}`;
}

function floor(row: MetricRow): string {
  if (row.floor === null) return '';
  const { min, value: over } = row.floor;
  const elsewhere =
    over === null || percent(over) === value(row, row.candidate) ? '' : `<br>all cases: ${percent(over)}`;
  return `≥ ${percent(min)}${elsewhere}`;
}
