import { percent, probability } from '#domain/words.ts';
import { inlineCode } from '../escape.ts';
import { metricLabel } from '../labels.ts';
import { isUntested, type MetricRow, type MetricState, type Report } from '../report.ts';
import { changeInUnit, intervalInUnit, inUnit } from '../units.ts';
import { type Column, columnTable, NO_BREAK } from './column-table.ts';
import { commit } from './layout.ts';

/** One sign per state of a rule. */
export const STATE_SIGN: Readonly<Record<MetricState, string>> = { fail: '❌', watch: '❔', pass: '✅', none: '' };

/** One row per metric: main, here, change, certainty. Empty if nothing was measured. */
export function metricsTable(report: Report): string {
  return report.metrics.length === 0 ? '' : columnTable(columns(report), report.metrics);
}

function columns({ baseline, run }: Report): readonly Column<MetricRow>[] {
  const main = baseline.kind === 'found' ? whichMain(baseline, commit(baseline.sha, run.repository_url)) : '';
  return [
    { title: 'metric', align: 'l', cell: label },
    { title: `main${main}`, align: 'r', cell: (row) => value(row, row.baseline) },
    { title: 'here', align: 'r', cell: (row) => value(row, row.candidate) },
    { title: 'change', align: 'r', cell: change },
    { title: '95 % CI', align: 'r', cell: ({ ci95, unit }) => (ci95 === null ? '' : intervalInUnit(ci95, unit)) },
    { title: 'p', align: 'r', cell: chance },
    { title: 'floor', align: 'r', cell: floor },
    { title: '', align: 'c', cell: ({ state }) => STATE_SIGN[state] },
  ];
}

/** As code: an @ outside it might mention someone. */
function label(row: MetricRow): string {
  const text = metricLabel(row);
  return row.metric === 'pass_at_4' || row.metric === 'pass_hat_4' ? inlineCode(text) : text;
}

/** The commit of a single run, or the number of several. */
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

/** A row without a test must not look like one of the tested rows around it. */
function chance(row: MetricRow): string {
  if (row.p !== null) return probability(row.p);
  return isUntested(row) ? 'not tested' : '';
}

function floor(row: MetricRow): string {
  if (row.floor === null) return '';
  const { min, value: over } = row.floor;
  const elsewhere =
    over === null || percent(over) === value(row, row.candidate) ? '' : `<br>all cases: ${percent(over)}`;
  return `≥ ${percent(min)}${elsewhere}`;
}
