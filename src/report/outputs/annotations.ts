import { plural } from '#common/words.ts';
import type { ExplainedCase } from '#gate/lines/explained.ts';
import { plainLine } from '../escape.ts';
import { headlineOf } from '../headline/headline.ts';
import { regradedWords } from '../labels.ts';
import { lineWords } from '../reasons/line-words.ts';
import type { CaseGroup, CaseRow, Report } from '../report.ts';
import { casePlace, culpritsOf, toBlame } from '../rows/concerned.ts';
import { whyOf } from '../rows/why.ts';

/** A mark on a line of a file, from the root of the repository. Plain text; the runner truncates messages at 4,096 characters. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly file: string | null;
  readonly line: number | null;
  readonly title: string;
  readonly message: string;
}

/** GitHub shows ten of each level per step; two are reserved for other problems. */
const MAX = 8;

/** The text for a case by group; other groups get no mark. */
const WORDS: Partial<Readonly<Record<CaseGroup, (main: string) => string>>> = {
  broken: () => 'broke',
  guarded: () => 'must never fail, and failed',
  worse: fewerPasses,
  affected: fewerPasses,
  failing: () => 'fails in every trial',
};

function fewerPasses(main: string): string {
  return `passed less often than on ${main}`;
}

/**
 * Marks the relevant cases on their lines: errors for those that the gate blames on the change, warnings for the rest.
 *
 * @param most marks of cases; one more counts the rest
 */
export function annotations(report: Report, most = MAX): readonly Annotation[] {
  const marks = report.cases.flatMap((row) => annotation(row, report) ?? []);
  const lines = (report.explained ?? []).flatMap(lineMarks);
  const more = marks.length - most;
  if (more <= 0) return [...lines, ...marks];
  const message = `${plural(more, 'more case')} in the job summary`;
  return [...lines, ...marks.slice(0, most), { level: 'notice', file: null, line: null, title: 'Agent eval', message }];
}

/** Marks the lines that broke a case. */
function lineMarks(explanation: ExplainedCase): readonly Annotation[] {
  if (explanation.outcome !== 'named') return [];
  const message = plainLine(lineWords(explanation), 1000);
  return explanation.lines.map(({ path: file, first: line }) => ({
    level: 'warning',
    file,
    line,
    title: plainLine(`Agent eval: broke ${explanation.case}`),
    message,
  }));
}

/** Marks the verdict, unless it is a pass: on the line that broke a case, else on the case. */
export function verdictMark(report: Report): readonly Annotation[] {
  const { verdict, when_open } = report;
  if (verdict === 'pass') return [];
  const { words, sentence } = headlineOf(report);
  const [row] = toBlame(report);
  const [line] = row === undefined ? [] : (culpritsOf(row, report) ?? []).flatMap(({ lines }) => lines);
  return [
    {
      level: verdict === 'inconclusive' && when_open !== 'red' ? 'warning' : 'error',
      ...(line === undefined ? casePlace(row?.source ?? null, report) : { file: line.path, line: line.first }),
      title: 'Agent eval',
      // What leaves it open is mended from here: a permission, a workflow, an artifact that has expired.
      message: verdict === 'inconclusive' && sentence !== '' ? plainLine(`${words}. ${sentence}`, 1000) : words,
    },
  ];
}

function annotation(row: CaseRow, report: Report): Annotation | null {
  const { main } = report;
  const words = WORDS[row.group]?.(main);
  if (words === undefined) return null;
  const why = whyOf(row)?.text ?? '';
  return {
    level: row.group === 'broken' || row.group === 'guarded' ? 'error' : 'warning',
    ...casePlace(row.source, report),
    title: plainLine(`Agent eval: ${row.id} ${words}`),
    message: plainLine([why, `passed ${passes(row, main)}`].filter((part) => part !== '').join('. '), 1000),
  };
}

function passes({ baseline, candidate, regraded }: CaseRow, main: string): string {
  const there = baseline === null || baseline.scored === 0 ? '' : `${baseline.passed}/${baseline.scored} on ${main}, `;
  const here = `${candidate?.passed ?? 0}/${candidate?.scored ?? 0} here`;
  return `${there}${here}${regraded ? ` (${regradedWords(main)})` : ''}`;
}
