import { plural, wholeNumber } from '#domain/words.ts';
import { inlineCode, prose } from '../escape.ts';
import { GROUP_LABEL, REGRADED } from '../labels.ts';
import { type CaseGroup, type CaseRow, hasTrials, type Report } from '../report.ts';
import { caseTable } from './case-table.ts';
import type { Detail } from './detail.ts';
import { folded } from './layout.ts';
import { openedCase } from './opened-case.ts';
import { passes } from './passes.ts';

/** Groups with something wrong: shown as tables with the first difference. */
const TABLED: readonly CaseGroup[] = ['broken', 'worse', 'failing', 'errors'];

/** Groups that are shown as one line of names. Stable cases are in the table of all cases only. */
const LISTED: readonly CaseGroup[] = ['flaky', 'fixed', 'new', 'changed', 'not_comparable', 'removed', 'not_run'];

/** Cases with a fold of their own; further ones share one. */
const OWN_FOLDS = 3;

/** The relevant cases, worst first. */
export function caseSections(report: Report, detail: Detail): readonly string[] {
  if (!hasTrials(report)) return [];
  const rowsOf = (group: CaseGroup): readonly CaseRow[] => report.cases.filter((row) => row.group === group);
  const sections = TABLED.flatMap((group) => {
    const rows = rowsOf(group);
    return rows.length === 0 ? [] : [heading(group, rows), caseTable(rows, detail)];
  });
  const lines = LISTED.flatMap((group) => {
    const rows = rowsOf(group);
    return rows.length === 0 ? [] : [`${heading(group, rows)} ${names(rows, detail)}`];
  });
  return [...sections, lines.join('<br>\n'), ...openedCases(report, detail)];
}

function openedCases(report: Report, detail: Detail): readonly string[] {
  const opened = report.cases
    .filter(isWorthOpening)
    .slice(0, detail.opened)
    .map((row) => openedCase(row, report, detail));
  const rest = opened.slice(OWN_FOLDS);
  return [...opened.slice(0, OWN_FOLDS), rest.length === 0 ? '' : folded(plural(rest.length, 'more case'), rest)];
}

/** Failing cases, not known to have failed so before, with more to show than their row. */
function isWorthOpening({ group, candidate, baseline, failures, evidence }: CaseRow): boolean {
  const fails = candidate !== null && candidate.passed < candidate.scored;
  const known = group === 'flaky' && baseline !== null;
  return fails && !known && (evidence !== null || failures.length > 1);
}

function heading(group: CaseGroup, rows: readonly CaseRow[]): string {
  return `**${GROUP_LABEL[group]} (${rows.length})${group === 'changed' ? howManyRegraded(rows) : ''}**`;
}

function howManyRegraded(rows: readonly CaseRow[]): string {
  const again = rows.filter((row) => row.regraded).length;
  if (again === 0) return '';
  return again === rows.length ? ', re-graded' : `, ${again} re-graded`;
}

function names(rows: readonly CaseRow[], detail: Detail): string {
  const shown = rows.slice(0, detail.named);
  const reasons = [...new Set(shown.map(reasonOf))];
  const parts = reasons.map((reason) => {
    const cases = shown
      .filter((row) => reasonOf(row) === reason)
      .map((row) => `${inlineCode(row.id, 128)}${tallies(row)}`);
    return `${cases.join(', ')}${reason === '' ? '' : ` (${prose(reason)})`}`;
  });
  return `${parts.join('; ')}${rows.length > detail.named ? ` and ${wholeNumber(rows.length - detail.named)} more` : ''}`;
}

/** What the name of its group does not say about a case: why it is not compared, or with what. */
function reasonOf({ group, reason, regraded }: CaseRow): string {
  if (group === 'changed')
    return regraded ? 'main graded again' : `not compared: ${reason ?? 'its expectations changed'}`;
  const why = group === 'not_comparable' && reason !== null ? [reason] : [];
  return [...why, ...(regraded ? [REGRADED] : [])].join('; ');
}

function tallies({ group, baseline, candidate, regraded }: CaseRow): string {
  const before = group === 'flaky' || group === 'fixed' || regraded ? passes(baseline) : '';
  return [before, passes(candidate)]
    .filter((side) => side !== '')
    .map((side, index) => `${index === 0 ? ' ' : ' → '}${side}`)
    .join('');
}
