import { percent, plural } from '#common/words.ts';
import {
  type CaseMutants,
  countMutants,
  isBiting,
  type MutantCount,
  type UnbrokenCase,
  unnoticed,
} from '#gate/bite/mutants/case-mutants.ts';
import { GROUPS } from '#gate/bite/mutants/fault.ts';
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
  unbroken: readonly UnbrokenCase[],
  options: TerminalOptions,
): string {
  const paint = painter(options);
  const all = cases.flatMap(({ mutants }) => mutants);
  const counted = cases.map(countedCase);
  // Those that do not bite first, then those that notice the smallest share.
  const worst = counted
    .filter(({ faults, idle_globs }) => faults.length > 0 || idle_globs.length > 0)
    .toSorted((one, other) => Number(one.is_fine) - Number(other.is_fine) || one.share - other.share);
  const width = Math.max(0, ...[...worst, ...unbroken].map(({ id }) => widthOf(id)));
  const groups = GROUPS.flatMap((group) => {
    const count = countMutants(all, group);
    return count.tried + count.only_judge === 0 ? [] : [`  ${padded(group, 11)}  ${countWords(count)}`];
  });
  const more = worst.length - MOST_CASES;
  const left = unbroken.map(({ id, problem }) => `  -  ${padded(id, width)}  ${plainLine(problem, LONGEST)}`);
  const dull = counted.filter((item) => !item.is_fine).length;
  const verdict = dull === 0 ? 'every case bites' : `${plural(dull, 'case')} ${dull === 1 ? 'does' : 'do'} not bite`;
  return [
    paint('Faults noticed', 'bold'),
    ...groups,
    '',
    ...(worst.length === 0 ? [] : [paint(`Cases that miss faults (${worst.length})`, 'bold')]),
    ...worst.slice(0, MOST_CASES).flatMap((item) => caseLines(item, width, options)),
    ...(more > 0 ? [`   … ${plural(more, 'more case')}; --cases shows some, --json all`] : []),
    ...(worst.length === 0 ? [] : ['']),
    ...(left.length === 0 ? [] : [paint(`Left out (${left.length})`, 'bold'), ...left, '']),
    `${plural(cases.length, 'case')}: ${countWords(countMutants(all))}; ${verdict}`,
  ].join('\n');
}

type CountedCase = ReturnType<typeof countedCase>;

function countedCase(mutants: CaseMutants) {
  const count = countMutants(mutants.mutants);
  const bites = isBiting(mutants);
  const share = count.noticed / Math.max(1, count.tried);
  return { ...mutants, ...count, share, faults: unnoticed(mutants), bites, is_fine: bites || mutants.is_guard };
}

function caseLines(item: CountedCase, width: number, { columns, colours }: TerminalOptions): readonly string[] {
  const { faults, bites, is_fine: isFine, is_guard: isGuard, trials, unusable } = item;
  const sign = isFine ? painter({ colours })(' ~', 'yellow') : painter({ colours })('!!', 'red');
  const [first] = faults;
  const named = faults.slice(0, MOST_FAULTS).map(({ fault }) => fault);
  const more = faults.length > MOST_FAULTS ? `; ${faults.length - MOST_FAULTS} more` : '';
  const misses = bites
    ? `unnoticed: ${named.map(faultWords).join('; ')}${more}`
    : `passes with ${first === undefined ? '' : faultWords(first.fault)}${isGuard ? ' (it only guards)' : ''}`;
  const what = `${first === undefined ? 'notices all that was tried' : misses}${trials === 1 ? ' (by 1 trial)' : ''}`;
  const lines = [...new Set(named.flatMap((fault) => lineToWrite(fault) ?? []))];
  return [
    ...hanging(`${sign} ${padded(item.id, width)}  ${item.noticed}/${item.tried}  `, plainLine(what, LONGEST), columns),
    ...lines.flatMap((line) => hanging('     write ', plainLine(line, LONGEST), columns)),
    ...item.idle_globs.map(
      (glob) => `     ${plainLine(glob, 100)} names no tool that the agent has, as far as anybody knows`,
    ),
    ...(unusable === 0 ? [] : [`     ${plural(unusable, 'passing trial')} not stored whole, and not counted`]),
  ];
}

function countWords({ noticed, tried, only_judge }: MutantCount): string {
  const apart = only_judge === 0 ? '' : `; ${only_judge} more only a judge or a program can notice`;
  return tried === 0 ? `none tried${apart}` : `${noticed} of ${tried} (${percent(noticed / tried)})${apart}`;
}
