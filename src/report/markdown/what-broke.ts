import { plural } from '#common/words.ts';
import { codeBlock, inlineCode, prose } from '../escape.ts';
import { lineWords } from '../reasons/line-words.ts';
import { type CaseRow, hasTrials, type Report } from '../report.ts';
import { rerunOf } from '../rows/build-report.ts';
import { whyOf } from '../rows/why.ts';
import { alike, caseTable } from './case-table.ts';
import type { Detail } from './detail.ts';
import { folded, moreInResults } from './layout.ts';
import { foldedCase } from './opened-case.ts';

/** The cases behind the headline: what went wrong, and expected beside actual calls. */
export function whatBroke(report: Report, detail: Detail): readonly string[] {
  if (!hasTrials(report)) return [];
  const tables = concerned(report).filter(({ rows }) => rows.length > 0);
  const shown = tables.flatMap(({ rows }) => rows);
  return [
    ...tables.flatMap(({ title, rows }) => [`**${title} (${rows.length})**`, caseTable(rows, report, detail)]),
    ...(report.explained ?? [])
      .slice(0, Math.min(MOST_EXPLAINED, detail.sentences))
      .map((found) => prose(lineWords(found))),
    otherCauses(report, shown, detail),
    ...openedCases(shown, detail),
    report.verdict === 'fail' ? '' : rerun(shown, report),
  ];
}

/** What to do about a red, one thing: see the broken cases beside main's. Empty if no case is to blame. */
export function whatToDo(report: Report): string {
  if (report.verdict !== 'fail' || !hasTrials(report)) return '';
  const rows = concerned(report).flatMap((group) => group.rows);
  return rerun(
    rows.filter(({ group }) => group !== 'errors'),
    report,
  );
}

/** Cases that stand above the metrics; all others are told below them, or folded. */
export function concerned({ verdict, reasons, cases, baseline }: Report): readonly Group[] {
  const ofGroup = (group: CaseRow['group']) => cases.filter((row) => row.group === group);
  const isMean = verdict === 'fail' && reasons.some(({ code, outcome }) => code === 'suite_drop' && outcome === 'fail');
  const question = verdict === 'inconclusive' ? reasons.find(({ outcome }) => outcome === 'inconclusive') : undefined;
  return [
    { title: 'What broke', rows: ofGroup('broken') },
    { title: 'Most affected', rows: isMean ? [...ofGroup('worse'), ...ofGroup('affected')] : [] },
    {
      title: 'In question',
      rows: ofGroup('worse').filter(({ id }) => question?.cases.includes(id) === true),
    },
    { title: 'Failing', rows: baseline.kind === 'none' ? ofGroup('failing') : [] },
    { title: 'Could not be evaluated', rows: ofGroup('errors') },
  ];
}

interface Group {
  readonly title: string;
  readonly rows: readonly CaseRow[];
}

/** Why trials failed, unless the tables have just said it. A green report tells it below. */
function otherCauses({ causes, verdict }: Report, shown: readonly CaseRow[], detail: Detail): string {
  const told = new Set(shown.map((row) => whyOf(row)?.text));
  const others = verdict === 'pass' ? [] : causes.filter(({ text }) => !told.has(text));
  if (others.length === 0) return '';
  const most = Math.min(MOST_CAUSES, detail.sentences);
  const lines = others.slice(0, most).map(({ text, trials, cases }) => {
    const extent = `${plural(trials, 'trial')} of ${plural(cases.length, 'case')}`;
    return `- ${inlineCode(text, 300)}: ${extent}`;
  });
  const more = others.length > most ? [`- ${moreInResults(others.length - most)}`] : [];
  return [
    `**${shown.length === 0 ? 'Why trials failed' : 'Other causes'} (${others.length})**`,
    '',
    ...lines,
    ...more,
  ].join('\n');
}

const MOST_CAUSES = 5;
const MOST_EXPLAINED = 3;

/** Cases with a fold of their own; further ones share one. */
const OWN_FOLDS = 3;

/** One of each kind; the first is open if it broke. */
function openedCases(rows: readonly CaseRow[], detail: Detail): readonly string[] {
  const opened = alike(rows)
    .flatMap((kind) => kind.find(isWorthOpening) ?? [])
    .slice(0, detail.opened)
    .map((row, index) => foldedCase(row, detail, index === 0 && row.group === 'broken'));
  const rest = opened.slice(OWN_FOLDS);
  return [...opened.slice(0, OWN_FOLDS), rest.length === 0 ? '' : folded(plural(rest.length, 'more case'), rest)];
}

/** Failing cases with more to show than their row. */
function isWorthOpening({ candidate, failures, evidence }: CaseRow): boolean {
  return candidate !== null && candidate.passed < candidate.scored && (evidence !== null || failures.length > 1);
}

/** One command for all of them, as long as people copy. */
function rerun(rows: readonly CaseRow[], { run, cases }: Report): string {
  const ids = rows.filter(({ candidate }) => candidate !== null).map(({ id }) => id);
  let length = -1;
  const fits = ids.filter((id) => {
    length += id.length + 1;
    return length <= LONGEST_IDS;
  });
  const command = ids.length > 1 && ids.length === cases.length ? run.rerun : rerunOf(run, fits);
  if (fits.length === 0 || command.length > LONGEST_COMMAND) return '';
  const what = fits.length < ids.length ? `the first ${fits.length} of them` : ids.length === 1 ? 'it' : 'them';
  return `Run ${what} locally:\n\n${codeBlock(command, LONGEST_COMMAND)}`;
}

const LONGEST_IDS = 600;
const LONGEST_COMMAND = 1000;
