import { markdownTable } from 'markdown-table';
import { inlineCode } from '../escape.ts';
import type { CaseGroup, CaseRow, Report } from '../report.ts';
import { openedCase } from './opened-case.ts';
import type { Detail } from './render-markdown.ts';

/** Heading of each group; `stable` cases are not listed by name. */
const GROUP_LABEL: Readonly<Record<Exclude<CaseGroup, 'stable'>, string>> = {
  broken: 'Broken here',
  worse: 'Fewer passes here, not proven',
  failing: 'Failing',
  errors: 'Could not be evaluated',
  flaky: 'Flaky',
  fixed: 'Fixed',
  new: 'New',
  changed: 'Changed expectations, not compared',
  not_comparable: 'Not comparable',
  removed: 'Removed',
};

/** Groups that say what is wrong: shown as tables with the first difference, the rest as one line each. */
const TABLED: readonly CaseGroup[] = ['broken', 'worse', 'failing', 'errors'];

/** The cases that matter, worst first. */
export function caseSections(report: Report, detail: Detail): readonly string[] {
  const sections: string[] = [];
  const lines: string[] = [];
  for (const [group, label] of Object.entries(GROUP_LABEL)) {
    const rows = report.cases.filter((row) => row.group === group);
    if (rows.length === 0) continue;
    if (TABLED.some((tabled) => tabled === group)) sections.push(`**${label} (${rows.length})**`, caseTable(rows, detail));
    else lines.push(`**${label} (${rows.length})** ${names(rows, detail)}`);
  }
  const opened = report.cases.filter((row) => TABLED.includes(row.group) || isFailingNew(row)).slice(0, detail.opened);
  return [...sections, ...opened.map((row) => openedCase(row, report, detail)), lines.join('<br>\n')];
}

function isFailingNew(row: CaseRow): boolean {
  const { candidate } = row;
  return (row.group === 'new' || row.group === 'changed') && candidate !== null && candidate.passed < candidate.scored;
}

function caseTable(rows: readonly CaseRow[], detail: Detail): string {
  const shown = rows.slice(0, detail.named).map((row) => [title(row), passes(row.baseline), passes(row.candidate), firstDifference(row)]);
  const table = markdownTable([['case', 'main', 'here', 'first difference'], ...shown], { align: ['l', 'r', 'r', 'l'] });
  return rows.length > detail.named ? `${table}\n\n… ${rows.length - detail.named} more in results.json` : table;
}

function title(row: CaseRow): string {
  return row.name === null ? inlineCode(row.id, 128) : `${inlineCode(row.id, 128)}<br>${inlineCode(row.name, 100)}`;
}

function names(rows: readonly CaseRow[], detail: Detail): string {
  const shown = rows.slice(0, detail.named).map((row) => `${inlineCode(row.id, 128)}${row.candidate ? ` ${passes(row.candidate)}` : ''}`);
  return `${shown.join(', ')}${rows.length > detail.named ? `, … ${rows.length - detail.named} more` : ''}`;
}

/** `4/5`, or a dash where the side has no scored trials. */
export function passes(side: { readonly passed: number; readonly scored: number } | null): string {
  return side === null || side.scored === 0 ? '–' : `${side.passed}/${side.scored}`;
}

function firstDifference(row: CaseRow): string {
  const failure = row.failures[0];
  if (failure) return inlineCode(failure.reason, 220);
  const error = row.errors[0];
  return error ? inlineCode(`${error.class}: ${error.message}`, 220) : '';
}
