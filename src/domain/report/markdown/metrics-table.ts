import { METRIC_LABEL } from '../labels.ts';
import { changeInterval, changeInUnit, inUnit, pValue, percent } from '../numbers.ts';
import type { MetricRow, MetricState, Report } from '../report.ts';
import { commit, table } from './layout.ts';

/** One sign per state of a rule. */
export const STATE_SIGN: Readonly<Record<MetricState, string>> = { fail: '❌', watch: '❔', pass: '✅', none: '' };

/** One row per metric: main, here, change, how sure. Columns without data are left out; empty when nothing was measured. */
export function metricsTable(report: Report): string {
  const { metrics } = report;
  if (metrics.length === 0) return '';
  const columns = COLUMNS(report).filter(({ key, cell }) => key || metrics.some((row) => cell(row) !== ''));
  return table(columns.map(({ align }) => align).join(''), [
    columns.map(({ title }) => title),
    ...metrics.map((row) => columns.map(({ cell }) => cell(row))),
  ]);
}

interface Column {
  readonly title: string;
  readonly align: 'l' | 'r' | 'c';
  /** Shown even when every cell is empty. */
  readonly key?: true;
  readonly cell: (row: MetricRow) => string;
}

const COLUMNS = ({ baseline, run }: Report): readonly Column[] => {
  const sha = baseline.kind === 'found' ? commit(baseline.sha, run.repository_url) : '';
  return [
    { title: 'metric', align: 'l', key: true, cell: ({ metric }) => METRIC_LABEL[metric] },
    { title: sha === '' ? 'main' : `main (${sha})`, align: 'r', cell: (row) => value(row, row.baseline) },
    { title: 'here', align: 'r', key: true, cell: (row) => value(row, row.candidate) || '–' },
    { title: 'change', align: 'r', cell: change },
    { title: '95 % CI', align: 'r', cell: ({ ci95 }) => (ci95 === null ? '' : changeInterval(ci95)) },
    { title: 'p', align: 'r', cell: ({ p }) => (p === null ? '' : pValue(p)) },
    { title: 'floor', align: 'r', cell: floor },
    { title: '', align: 'c', cell: ({ state }) => STATE_SIGN[state] },
  ];
};

function value(row: MetricRow, number: number | null): string {
  if (number === null) return '';
  return `${row.estimated ? '≈ ' : ''}${inUnit(number, row.unit)}`;
}

function change({ change: plain, typical_change: typical, unit }: MetricRow): string {
  const shown = plain === null ? '' : changeInUnit(plain, unit);
  if (typical === null) return shown;
  const tested = changeInUnit(typical, unit);
  return tested === shown ? shown : `${shown}<br>${tested} in the typical case`;
}

function floor(row: MetricRow): string {
  if (row.floor === null) return '';
  const { min, value: over } = row.floor;
  const elsewhere = over === null || percent(over) === value(row, row.candidate) ? '' : `<br>all cases: ${percent(over)}`;
  return `≥ ${percent(min)}${elsewhere}`;
}
