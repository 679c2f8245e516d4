import { plural } from '#common/words.ts';
import { fenced, inlineCode, prose } from '../escape.ts';
import { lineWords } from '../reasons/line-words.ts';
import { type CaseRow, hasTrials, type Report } from '../report.ts';
import { clearest, concerned, failedRun, localRun } from '../rows/concerned.ts';
import { whyOf } from '../rows/why.ts';
import { alike, caseTable } from './case-table.ts';
import type { Detail } from './detail.ts';
import { folded, moreInResults } from './layout.ts';
import { foldedCase } from './opened-case.ts';

/** The cases behind the headline: what went wrong, and expected next to actual calls. */
export function whatBroke(report: Report, detail: Detail): readonly string[] {
  if (!hasTrials(report)) return [];
  const tables = concerned(report).filter(({ rows }) => rows.length > 0);
  const inTables = tables.flatMap(({ rows }) => rows);
  return [
    ...tables.flatMap(({ title, rows }) => [`**${title} (${rows.length})**`, caseTable(rows, report, detail)]),
    ...explainedCases(report, detail, false),
    otherCauses(report, inTables, detail),
    ...openedCases(inTables, detail),
    report.verdict === 'fail' ? '' : command(localRun(inTables, report)),
  ];
}

/** The lines that broke a case, which stand below the heading; or else what a search for them came to. */
export function explainedCases({ explained = [] }: Report, { sentences }: Detail, isNamed: boolean): readonly string[] {
  return explained
    .slice(0, Math.min(MOST_EXPLAINED, sentences))
    .filter(({ outcome }) => (outcome === 'named') === isNamed)
    .map((explanation) => prose(lineWords(explanation)));
}

/** What to do about a red, one thing. */
export function whatToDo(report: Report): string {
  return command(failedRun(report));
}

/** Why trials failed, unless the tables have just said it. A green report tells it below. */
function otherCauses({ causes, verdict }: Report, rows: readonly CaseRow[], detail: Detail): string {
  const texts = new Set(rows.map((row) => whyOf(row)?.text));
  const others = verdict === 'pass' ? [] : causes.filter(({ text }) => !texts.has(text));
  if (others.length === 0) return '';
  const most = Math.min(MOST_CAUSES, detail.sentences);
  const lines = others.slice(0, most).map(({ text, trials, cases }) => {
    const extent = `${plural(trials, 'trial')} of ${plural(cases.length, 'case')}`;
    return `- ${inlineCode(text, 300)}: ${extent}`;
  });
  const more = others.length > most ? [`- ${moreInResults(others.length - most)}`] : [];
  return [
    `**${rows.length === 0 ? 'Why trials failed' : 'Other causes'} (${others.length})**`,
    '',
    ...lines,
    ...more,
  ].join('\n');
}

const MOST_CAUSES = 5;
const MOST_EXPLAINED = 3;

/** Cases with a fold of their own; further ones share one. */
const OWN_FOLDS = 3;

/** One of each kind; the clearest of those that broke first, and open. */
function openedCases(rows: readonly CaseRow[], detail: Detail): readonly string[] {
  const first = clearest(rows);
  const others = alike(rows).flatMap((kind) =>
    first !== null && kind.includes(first) ? [] : (kind.find(isWorthOpening) ?? []),
  );
  const opened = [...(first === null ? [] : [first]), ...others]
    .slice(0, detail.opened)
    .map((row) => foldedCase(row, detail, row === first));
  const rest = opened.slice(OWN_FOLDS);
  return [...opened.slice(0, OWN_FOLDS), rest.length === 0 ? '' : folded(plural(rest.length, 'more case'), rest)];
}

/** Failing cases with more to show than their row. */
function isWorthOpening({ candidate, failures, evidence }: CaseRow): boolean {
  return candidate !== null && candidate.passed < candidate.scored && (evidence !== null || failures.length > 1);
}

function command(run: ReturnType<typeof failedRun>): string {
  return run === null ? '' : `${run.words}\n\n${fenced(run.command)}`;
}
