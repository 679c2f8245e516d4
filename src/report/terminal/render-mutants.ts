import { percent, plural } from '#common/words.ts';
import { faultWords, GROUPS, lineToWrite } from '#gate/bite/mutants/fault.ts';
import {
  type CaseMutants,
  countMutants,
  type GradedMutant,
  resultOfMutants,
  unnoticedFaults,
} from '#gate/bite/mutants/grade-mutant.ts';
import { painter } from '../colour.ts';
import { plainLine } from '../escape.ts';
import { hangLine, pad, type TerminalOptions, widthOf } from './layout.ts';

const LONGEST = 300;
const MOST_FAULTS = 6;
const MOST_CASES = 20;

/** Which broken trials a suite notices, for a terminal: a table by group, then the worst cases with what to write. */
export function renderMutants(
  cases: readonly CaseMutants[],
  leftOut: readonly { readonly id: string; readonly problem: string }[],
  options: TerminalOptions,
): string {
  const all = cases.flatMap(({ mutants }) => mutants);
  const judged = cases.map((item) => ({ ...item, ...resultOfMutants(item), faults: unnoticedFaults(item.mutants) }));
  // Those that do not bite first, then those that notice the smallest share.
  const worst = judged
    .filter(({ faults, idle_globs: globs }) => faults.length + globs.length > 0)
    .toSorted((left, right) => Number(left.is_fine) - Number(right.is_fine) || shareOf(left) - shareOf(right));
  const width = Math.max(0, ...[...worst, ...leftOut].map(({ id }) => widthOf(id)));
  const groups = GROUPS.flatMap((group) => {
    const own = all.filter((mutant) => mutant.group === group);
    return own.length === 0 ? [] : [`  ${pad(group, 11)}  ${countWords(own)}`];
  });
  const more = worst.length > MOST_CASES ? [`   … of ${worst.length} cases; --cases shows some, --json all`] : [];
  const lines = worst.slice(0, MOST_CASES).flatMap((item) => caseLines(item, width, options));
  const left = leftOut.map(({ id, problem }) => `  -  ${pad(id, width)}  ${plainLine(problem, LONGEST)}`);
  const dull = judged.filter((item) => !item.is_fine).length;
  const every =
    leftOut.length === 0
      ? 'every case bites'
      : `every case with a passing trial bites, ${leftOut.length} could not be tested`;
  const verdict = dull === 0 ? every : `${plural(dull, 'case')} ${dull === 1 ? 'does' : 'do'} not bite`;
  const block = (title: string, own: readonly string[]) =>
    own.length === 0 ? [] : [painter(options)(title, 'bold'), ...own, ''];
  return [
    ...block('Faults noticed', groups),
    ...block(`Cases that miss faults (${worst.length})`, [...lines, ...more]),
    ...block(`Left out (${left.length})`, left),
    cases.length === 0 && leftOut.length > 0
      ? 'No case could be tested: nothing is known of whether this suite bites'
      : `${plural(cases.length, 'case')}: ${countWords(all)}; ${verdict}`,
  ].join('\n');
}

type JudgedCase = CaseMutants &
  ReturnType<typeof resultOfMutants> & { readonly faults: ReturnType<typeof unnoticedFaults> };

function shareOf({ noticed, tried }: JudgedCase): number {
  return noticed / Math.max(1, tried);
}

function caseLines(item: JudgedCase, width: number, options: TerminalOptions): readonly string[] {
  const { id, bites, noticed, tried, faults, is_fine: isFine, is_guard: isGuard } = item;
  const sign = isFine ? painter(options)(' ~', 'yellow') : painter(options)('!!', 'red');
  const first = faults.slice(0, MOST_FAULTS);
  const more = faults.length > MOST_FAULTS ? `; ${faults.length - MOST_FAULTS} more` : '';
  const misses = bites
    ? `unnoticed: ${first.map(faultWords).join('; ')}${more}`
    : `passes with ${first.slice(0, 1).map(faultWords).join()}${isGuard ? ' (it only guards)' : ''}`;
  const what = `${faults.length === 0 ? 'notices every fault that was tried' : misses}${item.trials === 1 ? ' (by 1 trial)' : ''}`;
  const write = new Set(first.flatMap((fault) => lineToWrite(fault) ?? []));
  return [
    ...hangLine(`${sign} ${pad(id, width)}  ${noticed}/${tried}  `, plainLine(what, LONGEST), options.columns),
    ...[...write].flatMap((line) => hangLine('     write ', plainLine(line, LONGEST), options.columns)),
    ...item.idle_globs.map((glob) => `     ${plainLine(glob, 100)} names no tool that the agent is known to have`),
  ];
}

function countWords(mutants: readonly GradedMutant[]): string {
  const { noticed, tried, only_judge: apart } = countMutants(mutants);
  const noticeable = tried === 0 ? 'none tried' : `${noticed} of ${tried} (${percent(noticed / tried)})`;
  return apart === 0 ? noticeable : `${noticeable}; only a judge or a program can notice ${apart} more`;
}
