import { listed } from '#common/words.ts';
import type { CheckFact } from '#trials/facts/check-fact.ts';
import { checkWords, ofTurn } from '#trials/facts/check-words.ts';
import { inlineCode, prose } from '../escape.ts';
import { regradedWords } from '../labels.ts';
import type { CaseRow, Report } from '../report.ts';
import { whyOf } from '../rows/why.ts';
import { type Column, columnTable } from './column-table.ts';
import type { Detail } from './detail.ts';
import { link, moreInResults } from './layout.ts';
import { passesText } from './passes.ts';

/** Cases with what went wrong. Those that have it in common are one line. */
export function caseTable(rows: readonly CaseRow[], report: Report, detail: Detail): string {
  const lines = alike(rows);
  const text = columnTable(columns(report), lines.slice(0, detail.named));
  const hidden = lines.slice(detail.named).reduce((sum, line) => sum + line.length, 0);
  return hidden === 0 ? text : `${text}\n\n${moreInResults(hidden)}`;
}

/** Cases with one cause or difference, at least one. */
type Alike = readonly CaseRow[];

/** Cases by what went wrong, in their order. */
export function alike(rows: readonly CaseRow[]): readonly Alike[] {
  const kinds = new Map<string, CaseRow[]>();
  for (const row of rows) {
    const kind = whyOf(row)?.likeness ?? `case ${row.id}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), row]);
  }
  return [...kinds.values()];
}

function columns(report: Report): readonly Column<Alike>[] {
  return [
    { title: 'case', align: 'l', cell: (rows) => titles(rows, report) },
    { title: prose(report.main), align: 'r', cell: (rows) => passesText(sum(rows.map(({ baseline }) => baseline))) },
    { title: 'here', align: 'r', cell: (rows) => passesText(sum(rows.map(({ candidate }) => candidate))) },
    { title: 'what went wrong', align: 'l', cell: wrong },
  ];
}

function titles(rows: Alike, report: Report): string {
  const [first] = rows;
  if (rows.length === 1 && first !== undefined) return title(first, report);
  const links = rows.map((row) => caseLink(row, report));
  const regraded = rows.some((row) => row.regraded) ? `<br>${prose(regradedWords(report.main))}` : '';
  return `**${rows.length} cases**<br>${listed(links, MOST_TITLES, '<br>')}${regraded}`;
}

const MOST_TITLES = 3;

function title(row: CaseRow, report: Report): string {
  const { name, renamed_from, regraded } = row;
  const was = renamed_from === null ? '' : ` (was ${inlineCode(renamed_from, 128)})`;
  const called = name === null ? '' : `${prose(name, 100)}<br>`;
  return `${called}${caseLink(row, report)}${was}${regraded ? `<br>${prose(regradedWords(report.main))}` : ''}`;
}

/** A case by its id, linked to its place in the report. */
export function caseLink({ id, evidence }: CaseRow, { html_url: url }: Report): string {
  const name = inlineCode(id, 128);
  if (url === null || !/^[\w./-]{1,128}$/.test(id)) return name;
  return link(name, `${url}#c=${encodeURIComponent(id)}${evidence === null ? '' : `&t=${evidence.trial}`}`);
}

type Side = { readonly passed: number; readonly scored: number } | null;

function sum(sides: readonly Side[]): Side {
  const known = sides.filter((side) => side !== null);
  if (known.length === 0) return null;
  return known.reduce((all, { passed, scored }) => ({ passed: all.passed + passed, scored: all.scored + scored }), {
    passed: 0,
    scored: 0,
  });
}

/** The cause, if one is named, before its effect. */
function wrong([first]: Alike): string {
  const why = first === undefined ? null : whyOf(first);
  if (first === undefined || why === null) return '';
  const effect = first.failures.find(({ check }) => check !== 'agent');
  const cell =
    why.kind === 'cause' && effect !== undefined && !isOf(effect.fact, why.text)
      ? ofTurn(effect.turn, checkWords(effect.fact))
      : null;
  return `${inlineCode(why.text, 220)}${cell === null ? '' : `<br>${inlineCode(cell, 160)}`}`;
}

/** Whether a check only found the cause itself: that the agent ended by it, or a report in the same words. */
function isOf(fact: CheckFact, cause: string): boolean {
  return fact.kind === 'end' || (fact.kind === 'said' && fact.text === cause);
}
