import { percent, plural } from '#common/words.ts';
import { GROUPS } from '#gate/bite/mutants/fault.ts';
import {
  type CaseMutants,
  countMutants,
  type GradedMutant,
  isBiting,
  unnoticed,
} from '#gate/bite/mutants/grade-mutant.ts';
import { faultWords, lineToWrite } from '#gate/bite/mutants/words.ts';
import { painter } from '../colour.ts';
import { plainLine } from '../escape.ts';
import { hanging, padded, type TerminalOptions, widthOf } from './layout.ts';

const LONGEST = 300;
const MOST_FAULTS = 6;
const MOST_CASES = 20;

/** What of broken trials a suite notices, for a terminal: a table by group, then the worst cases with what to write. */
export function renderMutants(
  cases: readonly CaseMutants[],
  leftOut: readonly { readonly id: string; readonly problem: string }[],
  options: TerminalOptions,
): string {
  const heading = (text: string) => painter(options)(text, 'bold');
  const all = cases.flatMap(({ mutants }) => mutants);
  // Those that do not bite first, then those that notice the smallest share.
  const worst = cases
    .filter(({ mutants, idle_globs: globs }) => unnoticed(mutants).length > 0 || globs.length > 0)
    .toSorted((one, other) => Number(isFine(one)) - Number(isFine(other)) || shareOf(one) - shareOf(other));
  const width = Math.max(0, ...[...worst, ...leftOut].map(({ id }) => widthOf(id)));
  const groups = GROUPS.flatMap((group) => {
    const own = all.filter((mutant) => mutant.group === group);
    return own.length === 0 ? [] : [`  ${padded(group, 11)}  ${countWords(own)}`];
  });
  const missing = [
    heading(`Cases that miss faults (${worst.length})`),
    ...worst.slice(0, MOST_CASES).flatMap((item) => caseLines(item, width, options)),
    ...(worst.length > MOST_CASES ? [`   … of ${worst.length} cases; --cases shows some, --json all`] : []),
    '',
  ];
  const left = leftOut.map(({ id, problem }) => `  -  ${padded(id, width)}  ${plainLine(problem, LONGEST)}`);
  const dull = cases.filter((item) => !isFine(item)).length;
  const verdict = dull === 0 ? 'every case bites' : `${plural(dull, 'case')} ${dull === 1 ? 'does' : 'do'} not bite`;
  return [
    heading('Faults noticed'),
    ...groups,
    '',
    ...(worst.length === 0 ? [] : missing),
    ...(left.length === 0 ? [] : [heading(`Left out (${left.length})`), ...left, '']),
    `${plural(cases.length, 'case')}: ${countWords(all)}; ${verdict}`,
  ].join('\n');
}

function isFine({ mutants, is_guard: isGuard }: CaseMutants): boolean {
  return isGuard || isBiting(mutants);
}

function shareOf({ mutants }: CaseMutants): number {
  const { noticed, tried } = countMutants(mutants);
  return noticed / Math.max(1, tried);
}

function caseLines(item: CaseMutants, width: number, options: TerminalOptions): readonly string[] {
  const { id, mutants, idle_globs: globs, is_guard: isGuard, trials } = item;
  const sign = isFine(item) ? painter(options)(' ~', 'yellow') : painter(options)('!!', 'red');
  const { noticed, tried } = countMutants(mutants);
  const faults = unnoticed(mutants);
  const named = faults.slice(0, MOST_FAULTS);
  const more = faults.length > MOST_FAULTS ? `; ${faults.length - MOST_FAULTS} more` : '';
  const guard = isGuard ? ' (it only guards)' : '';
  const misses = isBiting(mutants)
    ? `unnoticed: ${named.map(faultWords).join('; ')}${more}`
    : `passes with ${named.slice(0, 1).map(faultWords).join()}${guard}`;
  const what = `${faults.length === 0 ? 'notices all that was tried' : misses}${trials === 1 ? ' (by 1 trial)' : ''}`;
  return [
    ...hanging(`${sign} ${padded(id, width)}  ${noticed}/${tried}  `, plainLine(what, LONGEST), options.columns),
    ...[...new Set(named.flatMap((fault) => lineToWrite(fault) ?? []))].flatMap((line) =>
      hanging('     write ', plainLine(line, LONGEST), options.columns),
    ),
    ...globs.map((glob) => `     ${plainLine(glob, 100)} names no tool that the agent has, as far as anybody knows`),
  ];
}

function countWords(mutants: readonly GradedMutant[]): string {
  const { noticed, tried, only_judge: apart } = countMutants(mutants);
  const noticeable = tried === 0 ? 'none tried' : `${noticed} of ${tried} (${percent(noticed / tried)})`;
  return apart === 0 ? noticeable : `${noticeable}; ${apart} more only a judge or a program can notice`;
}
