import { wholeNumber } from '#common/words.ts';
import { concerned } from '#report/rows/concerned.ts';
import { inlineCode, prose } from '../escape.ts';
import { GROUP_LABEL, regradedWords } from '../labels.ts';
import { type CaseGroup, type CaseRow, hasTrials, type Report } from '../report.ts';
import { caseLink } from './case-table.ts';
import type { Detail } from './detail.ts';
import { folded } from './layout.ts';
import { passesText } from './passes.ts';

/** Moves beyond chance that are not behind the headline, better ones first; the rest in one folded line. */
export function otherCases(report: Report, detail: Detail): readonly string[] {
  if (!hasTrials(report)) return [];
  const listed = new Set(concerned(report).flatMap(({ rows }) => rows.map(({ id }) => id)));
  const rowsOf = (group: CaseGroup) => report.cases.filter((row) => row.group === group && !listed.has(row.id));
  const lines = (groups: readonly CaseGroup[]) =>
    groups.flatMap((group) => {
      const rows = rowsOf(group);
      return rows.length === 0 ? [] : [`${heading(group, rows)} ${names(rows, report, detail)}`];
    });
  const moved = lines(MOVED);
  // Next to a red they distract; the table of all cases has them.
  const innocent = report.verdict === 'fail' ? [] : VARIED;
  const varied = innocent.reduce((sum, group) => sum + rowsOf(group).length, 0);
  const outside = OUTSIDE.reduce((sum, group) => sum + rowsOf(group).length, 0);
  const title = [
    ...(varied === 0 ? [] : [`Also varied (${varied})`]),
    ...(outside === 0 ? [] : [`${varied === 0 ? 'Not' : 'not'} compared (${outside})`]),
  ];
  return [
    moved.join('<br>\n'),
    title.length === 0 ? '' : folded(title.join(' · '), [lines([...innocent, ...OUTSIDE]).join('<br>\n')]),
  ];
}

const MOVED: readonly CaseGroup[] = ['no_result', 'removed', 'fixed', 'worse', 'affected'];
/** By chance, or on both sides. */
const VARIED: readonly CaseGroup[] = ['flaky', 'failing'];
const OUTSIDE: readonly CaseGroup[] = ['new', 'changed', 'not_comparable', 'not_run', 'unaffected'];

function heading(group: CaseGroup, rows: readonly CaseRow[]): string {
  return `**${GROUP_LABEL[group]} (${rows.length})${group === 'changed' ? howManyRegraded(rows) : ''}**`;
}

function howManyRegraded(rows: readonly CaseRow[]): string {
  const again = rows.filter((row) => row.regraded).length;
  if (again === 0) return '';
  return again === rows.length ? ', re-graded' : `, ${again} re-graded`;
}

function names(rows: readonly CaseRow[], report: Report, detail: Detail): string {
  const first = rows.slice(0, detail.named);
  const reasons = [...new Set(first.map((row) => reasonOf(row, report.main)))];
  const parts = reasons.map((reason) => {
    const cases = first
      .filter((row) => reasonOf(row, report.main) === reason)
      .map(
        (row) =>
          `${row.group === 'worse' || row.group === 'affected' ? caseLink(row, report) : inlineCode(row.id, 128)}${tallies(row)}`,
      );
    return `${cases.join(', ')}${reason === '' ? '' : ` (${prose(reason)})`}`;
  });
  return `${parts.join('; ')}${rows.length > detail.named ? ` and ${wholeNumber(rows.length - detail.named)} more` : ''}`;
}

/** What the name of its group does not say about a case: why it is not compared, or with what. */
function reasonOf({ group, reason, regraded }: CaseRow, main: string): string {
  if (group === 'changed')
    return regraded ? `${main} graded again` : `not compared: ${reason ?? 'its expectations changed'}`;
  const why = (group === 'not_comparable' || group === 'unaffected') && reason !== null ? [reason] : [];
  return [...why, ...(regraded ? [regradedWords(main)] : [])].join('; ');
}

/** Both sides, if the reader sees them side by side. */
function tallies({ group, baseline, candidate, regraded }: CaseRow): string {
  const isBoth =
    group === 'flaky' ||
    group === 'fixed' ||
    group === 'worse' ||
    group === 'affected' ||
    group === 'failing' ||
    group === 'removed' ||
    group === 'no_result' ||
    regraded;
  return [isBoth ? passesText(baseline) : '', passesText(candidate)]
    .filter((side) => side !== '')
    .map((side, index) => `${index === 0 ? ' ' : ' → '}${side}`)
    .join('');
}
