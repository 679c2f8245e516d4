import { percent, plural } from '#common/words.ts';
import type { CaseGrades, ChangedTrial, GradedPasses } from '#gate/baseline/regrading/graded-anew.ts';
import { type Colour, type Paint, painter } from '../colour.ts';
import { plainLine } from '../escape.ts';
import { hangLine, pad, type TerminalOptions, widthOf } from './layout.ts';

/** Old and new grades of stored trials, for a terminal: what moved first, then what could not be graded again, then the sum. */
export function renderRegrading(cases: readonly CaseGrades[], options: TerminalOptions): string {
  const paint = painter(options);
  const graded = cases.filter(({ problem }) => problem === null);
  const moved = graded.filter(({ changed }) => changed.length > 0);
  const left = cases.filter(({ problem }) => problem !== null);
  const width = Math.max(0, ...[...moved, ...left].map(({ id }) => widthOf(id)));
  return [
    ...section(`Other grades (${moved.length})`, moved, paint, (item) => movedLines(item, width, options, paint)),
    ...section(`Not comparable: graded as before (${left.length})`, left, paint, ({ id, problem }) =>
      hangLine(`  ≠ ${pad(id, width)}  `, plainLine(problem ?? '', LONGEST), options.columns),
    ),
    summary(graded, moved.length),
  ].join('\n');
}

function section(
  title: string,
  cases: readonly CaseGrades[],
  paint: Paint,
  lines: (item: CaseGrades) => readonly string[],
): readonly string[] {
  return cases.length === 0 ? [] : [paint(title, 'bold'), ...cases.flatMap(lines), ''];
}

function movedLines(
  { id, before, after, changed }: CaseGrades,
  width: number,
  { columns }: TerminalOptions,
  paint: Paint,
): readonly string[] {
  const now = after ?? before;
  const [sign, colour] = directionOf(before, now);
  const head = `  ${paint(sign, colour)} ${pad(id, width)}  ${fraction(before)} → ${fraction(now)}`;
  const first = changed.slice(0, MOST_TRIALS);
  const more = changed.length - first.length;
  return [
    head,
    ...first.flatMap((trial) => hangLine('      ', trialLine(trial), columns)),
    ...(more === 0 ? [] : [`      … ${plural(more, 'more trial')}`]),
  ];
}

const MOST_TRIALS = 5;
const LONGEST = 300;

function directionOf(before: GradedPasses, after: GradedPasses): readonly [string, Colour] {
  if (after.passed > before.passed) return ['↑', 'green'];
  return after.passed < before.passed ? ['↓', 'red'] : ['±', 'yellow'];
}

function trialLine({ trial, before, after, why }: ChangedTrial): string {
  const reason = plainLine(why, LONGEST);
  return `trial ${trial}: ${before} → ${after}${reason === '' ? '' : ` (${reason})`}`;
}

function summary(graded: readonly CaseGrades[], moved: number): string {
  const before = totalOf(graded.map((item) => item.before));
  const after = totalOf(graded.map((item) => item.after ?? item.before));
  if (graded.length === 0) return 'No case could be graded again';
  const same = moved === 0 ? ', every grade as before' : '';
  const trials = `${plural(after.scored, 'trial')} of ${plural(graded.length, 'case')}`;
  return `Graded ${trials} again${same}: ${rate(before)} passed before, ${rate(after)} now`;
}

function totalOf(counts: readonly GradedPasses[]): GradedPasses {
  return counts.reduce((sum, { passed, scored }) => ({ passed: sum.passed + passed, scored: sum.scored + scored }), {
    passed: 0,
    scored: 0,
  });
}

function fraction({ passed, scored }: GradedPasses): string {
  return `${passed}/${scored}`;
}

function rate(count: GradedPasses): string {
  return count.scored === 0 ? fraction(count) : `${percent(count.passed / count.scored)} (${fraction(count)})`;
}
