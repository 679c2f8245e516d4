import { dollars, duration, listed, plural, pValue, wholeNumber } from '#domain/words.ts';
import { amountOfWork } from './amount-of-work.ts';
import { type Colour, inColour } from './colour.ts';
import { plainLine } from './escape.ts';
import { metricLabel, REGRADED, VERDICT_COLOUR } from './labels.ts';
import { openQuestion } from './open-question.ts';
import { type CaseRow, hasTrials, isUntested, type MetricRow, type Report } from './report.ts';
import { sentencesOf } from './sentences.ts';
import { changeInUnit, inUnit } from './units.ts';

/** Cases that are printed one by one. */
const MAX_CASES = 40;

/** The report as plain text for a terminal. Untrusted text is stripped of everything that a terminal obeys. */
export function renderTerminal(report: Report, options: { readonly colours: boolean }): string {
  const coloured = (text: string, colour: Colour): string => (options.colours ? inColour(text, colour) : text);
  const { evidence, verdict, background } = sentencesOf(report);
  const question = openQuestion(report);
  const blocks = [
    [
      '',
      coloured(`${report.verdict.toUpperCase()}  ${plainLine(report.title, 300)}`, VERDICT_COLOUR[report.verdict]),
      facts(report),
      ...(question === null ? [] : [plainLine(question, 1000)]),
    ],
    causeLines(report, coloured),
    columns(report.metrics.map(metricCells)),
    caseLines(report, coloured),
    [...evidence, ...verdict, ...background].map((sentence) => `· ${plainLine(sentence, 500)}`),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function facts({ run }: Report): string {
  const parts = [
    amountOfWork(run),
    ...(run.error_trials > 0 ? [`${plural(run.error_trials, 'trial')} could not be evaluated`] : []),
    ...(run.total_tokens === null ? [] : [`${wholeNumber(run.total_tokens)} tokens used`]),
    ...(run.cost_usd === null ? [] : [`${dollars(run.cost_usd)} spent`]),
    duration(run.duration_ms),
  ];
  return `${plainLine(run.name, 80)}: ${parts.join(', ')}`;
}

function metricCells(row: MetricRow): readonly string[] {
  const value = (side: string, number: number | null): string =>
    number === null ? '' : `${side} ${row.estimated ? '≈ ' : ''}${inUnit(number, row.unit)}`;
  return [
    metricLabel(row),
    value('main', row.baseline),
    value('here', row.candidate),
    row.change === null ? '' : changeInUnit(row.change, row.unit),
    row.p === null ? (isUntested(row) ? 'not tested' : '') : pValue(row.p),
  ];
}

/** Pads every column to its widest cell and removes empty ones. */
function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const padded = (row: readonly string[]): readonly string[] =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).filter((cell) => cell !== '');
  return rows.map((row) => padded(row).join('  ').trimEnd());
}

function causeLines(report: Report, coloured: (text: string, colour: Colour) => string): readonly string[] {
  const causes = hasTrials(report) ? report.causes : [];
  const lines = causes.slice(0, MAX_CAUSES).map(({ text, trials, cases }) => {
    const extent = `${plural(trials, 'trial')} of ${plural(cases.length, 'case')}: ${listed(cases, 3)}`;
    return `${coloured('cause'.padEnd(GUTTER - 1), 'red')} ${plainLine(text, 300)}\n${' '.repeat(GUTTER)}${plainLine(extent, 300)}`;
  });
  return causes.length > MAX_CAUSES
    ? [...lines, `… ${plural(causes.length - MAX_CAUSES, 'more cause')} in results.json`]
    : lines;
}

/** Most causes that are printed. */
const MAX_CAUSES = 5;

function caseLines(report: Report, coloured: (text: string, colour: Colour) => string): readonly string[] {
  const rows = hasTrials(report) ? report.cases.filter((row) => row.group !== 'stable') : [];
  const lines = rows.slice(0, MAX_CASES).flatMap((row) => {
    const group = coloured(row.group.replaceAll('_', ' ').padEnd(GUTTER - 1), row.group === 'broken' ? 'red' : 'dim');
    const why = row.failures[0]?.reason ?? row.errors[0]?.message ?? row.reason ?? '';
    const head = `${group} ${plainLine(row.id)}  ${tallies(row)}`.trimEnd();
    const below = [...(why === '' ? [] : [why]), ...(row.regraded ? [REGRADED] : [])];
    return [head, ...below.map((line) => `${' '.repeat(GUTTER)}${plainLine(line, 300)}`)];
  });
  return rows.length > MAX_CASES
    ? [...lines, `… ${plural(rows.length - MAX_CASES, 'more case')} in results.json`]
    : lines;
}

/** Width of the column with a case's group. */
const GUTTER = 15;

function tallies({ baseline, candidate, p }: CaseRow): string {
  const main = baseline === null || baseline.scored === 0 ? [] : [`main ${baseline.passed}/${baseline.scored}`];
  const here = candidate === null || candidate.scored === 0 ? [] : [`here ${candidate.passed}/${candidate.scored}`];
  return [...main, ...here, ...(p === null ? [] : [pValue(p)])].join('  ');
}
