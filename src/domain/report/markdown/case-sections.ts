import { inlineCode } from '../escape.ts';
import { GROUP_LABEL } from '../labels.ts';
import type { CaseGroup, CaseRow, Report } from '../report.ts';
import { caseTable } from './case-table.ts';
import { openedCase } from './opened-case.ts';
import { passes } from './passes.ts';
import type { Detail } from './render-markdown.ts';

/** Groups that say what is wrong: shown as tables with the first difference. */
const TABLED: readonly CaseGroup[] = ['broken', 'worse', 'failing', 'errors'];

/** Groups that are shown as one line of names. Stable cases are in the table of all cases only. */
const LISTED: readonly CaseGroup[] = ['flaky', 'fixed', 'new', 'changed', 'not_comparable', 'removed', 'not_run'];

/** The cases that matter, worst first. */
export function caseSections(report: Report, detail: Detail): readonly string[] {
  const rowsOf = (group: CaseGroup): readonly CaseRow[] => report.cases.filter((row) => row.group === group);
  const sections = TABLED.flatMap((group) => {
    const rows = rowsOf(group);
    return rows.length === 0 ? [] : [heading(group, rows), caseTable(rows, detail)];
  });
  const opened = report.cases.filter(isWorthOpening).slice(0, detail.opened);
  const ran = report.run.scored_trials + report.run.error_trials > 0;
  const lines = LISTED.filter((group) => ran || group !== 'not_run').flatMap((group) => {
    const rows = rowsOf(group);
    return rows.length === 0 ? [] : [`${heading(group, rows)} ${names(rows, detail)}`];
  });
  return [...sections, ...opened.map((row) => openedCase(row, report, detail)), lines.join('<br>\n')];
}

function heading(group: CaseGroup, rows: readonly CaseRow[]): string {
  return `**${GROUP_LABEL[group]} (${rows.length})**`;
}

/** Cases of the tables, and cases without another side that fail here. */
function isWorthOpening({ group, candidate }: CaseRow): boolean {
  if (TABLED.includes(group)) return true;
  const alone = group === 'new' || group === 'changed' || group === 'not_comparable';
  return alone && candidate !== null && candidate.passed < candidate.scored;
}

function names(rows: readonly CaseRow[], detail: Detail): string {
  const shown = rows.slice(0, detail.named);
  const reasons = [...new Set(shown.map(reasonOf))];
  const parts = reasons.map((reason) => {
    const cases = shown.filter((row) => reasonOf(row) === reason).map((row) => `${inlineCode(row.id, 128)}${tallies(row)}`);
    return `${cases.join(', ')}${reason === '' ? '' : ` (${inlineCode(reason)})`}`;
  });
  return `${parts.join('; ')}${rows.length > detail.named ? `, … ${rows.length - detail.named} more` : ''}`;
}

/** Why a case is not compared, where the name of its group does not say it. */
function reasonOf({ group, reason }: CaseRow): string {
  return (group === 'changed' || group === 'not_comparable') && reason !== null ? reason : '';
}

function tallies({ group, baseline, candidate }: CaseRow): string {
  if (candidate === null || candidate.scored === 0) return '';
  const compared = (group === 'flaky' || group === 'fixed') && baseline !== null && baseline.scored > 0;
  return compared ? ` ${passes(baseline)} → ${passes(candidate)}` : ` ${passes(candidate)}`;
}
