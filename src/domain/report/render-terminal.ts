import type { VerdictName } from '#domain/gate/decision.ts';
import { plainLine } from './escape.ts';
import { METRIC_LABEL } from './markdown/metrics-table.ts';
import { changeInUnit, count, dollars, duration, inUnit, pValue } from './numbers.ts';
import { paint, type Painting } from './paint.ts';
import type { CaseGroup, CaseRow, Report } from './report.ts';

const VERDICT_COLOUR: Readonly<Record<VerdictName, Painting>> = { pass: 'green', fail: 'red', inconclusive: 'yellow', error: 'red' };

/** Groups that are printed case by case. */
const SHOWN: readonly CaseGroup[] = ['broken', 'worse', 'failing', 'errors', 'flaky', 'fixed', 'new', 'changed', 'not_comparable', 'removed'];

/** The report as plain text for a terminal. Foreign text is stripped of everything a terminal acts on. */
export function renderTerminal(report: Report, options: { readonly colours: boolean }): string {
  const { run } = report;
  const coloured = (text: string, painting: Painting): string => (options.colours ? paint(text, painting) : text);
  const lines = [
    '',
    coloured(`${report.verdict.toUpperCase()}  ${plainLine(report.title, 300)}`, VERDICT_COLOUR[report.verdict]),
    `${plainLine(run.name, 80)}: ${run.cases} cases × ${run.trials_per_case} trials${run.error_trials > 0 ? `, ${run.error_trials} errors` : ''}${run.total_tokens === null ? '' : `, ${count(run.total_tokens)} tokens`}${run.cost_usd === null ? '' : `, ${dollars(run.cost_usd)}`}, ${duration(run.duration_ms)}`,
    '',
    ...metricLines(report),
    ...caseLines(report, coloured),
    ...reasonLines(report),
  ];
  return lines.join('\n');
}

function metricLines(report: Report): readonly string[] {
  if (report.metrics.length === 0) return [];
  const rows = report.metrics.map((row) => [
    METRIC_LABEL[row.metric],
    row.baseline === null ? '' : `main ${inUnit(row.baseline, row.unit)}`,
    row.candidate === null ? '–' : `here ${inUnit(row.candidate, row.unit)}`,
    row.change === null ? '' : changeInUnit(row.change, row.unit),
    row.p === null ? '' : `p ${pValue(row.p)}`,
  ]);
  return [...columns(rows), ''];
}

function caseLines(report: Report, coloured: (text: string, painting: Painting) => string): readonly string[] {
  const lines: string[] = [];
  for (const row of report.cases.filter((one) => SHOWN.includes(one.group)).slice(0, 40)) {
    lines.push(`${coloured(row.group.replace('_', ' ').padEnd(9), row.group === 'broken' ? 'red' : 'dim')} ${row.id}  ${tallies(row)}`);
    const why = row.failures[0]?.reason ?? row.errors[0]?.message ?? row.reason;
    if (why) lines.push(`          ${plainLine(why, 300)}`);
  }
  return lines.length > 0 ? [...lines, ''] : [];
}

function tallies(row: CaseRow): string {
  const main = row.baseline === null || row.baseline.scored === 0 ? '' : `main ${row.baseline.passed}/${row.baseline.scored} `;
  return `${main}${row.candidate === null ? '' : `here ${row.candidate.passed}/${row.candidate.scored}`}`;
}

function reasonLines(report: Report): readonly string[] {
  const sentences = new Set([...report.reasons.map((reason) => reason.message), ...report.condition_differences, ...report.notes]);
  sentences.delete(report.title);
  return [...sentences].map((sentence) => `· ${plainLine(sentence, 500)}`);
}

/** Pads every column to its widest cell. */
function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd());
}
