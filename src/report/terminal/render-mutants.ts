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

/** What of broken trials a suite notices, for a terminal: a table by group, then the worst cases with what to write. */
export function renderMutants(
  cases: readonly CaseMutants[],
  unbroken: readonly UnbrokenCase[],
  options: TerminalOptions,
): string {
  const paint = painter(options);
  const worst = cases.filter((one) => unnoticed(one).length > 0 || one.idle_globs.length > 0).toSorted(byNeed);
  const width = Math.max(0, ...[...worst, ...unbroken].map(({ id }) => widthOf(id)));
  const groups = GROUPS.flatMap((group) => {
    const count = countMutants(
      cases.flatMap(({ mutants }) => mutants),
      group,
    );
    return count.tried + count.only_judge === 0 ? [] : [`  ${padded(group, 11)}  ${countWords(count)}`];
  });
  const left = unbroken.map(({ id, problem }) => `  -  ${padded(id, width)}  ${plainLine(problem, LONGEST)}`);
  return [
    paint('Faults noticed', 'bold'),
    ...groups,
    '',
    ...(worst.length === 0 ? [] : [paint(`Cases that miss faults (${worst.length})`, 'bold')]),
    ...worst.slice(0, MOST_CASES).flatMap((one) => caseLines(one, width, options)),
    ...(worst.length > MOST_CASES
      ? [`   … ${plural(worst.length - MOST_CASES, 'more case')}; --cases shows some, --json all`]
      : []),
    ...(worst.length === 0 ? [] : ['']),
    ...(left.length === 0 ? [] : [paint(`Left out (${left.length})`, 'bold'), ...left, '']),
    sumWords(cases),
  ].join('\n');
}

const LONGEST = 300;
const MOST_FAULTS = 6;
const MOST_CASES = 20;

/** Those that do not bite first, then those that notice the smallest share. */
function byNeed(left: CaseMutants, right: CaseMutants): number {
  const need = (one: CaseMutants) => (isBiting(one) || one.is_guard ? 1 : 0);
  const share = ({ mutants }: CaseMutants) => {
    const { noticed, tried } = countMutants(mutants);
    return noticed / Math.max(1, tried);
  };
  return need(left) - need(right) || share(left) - share(right);
}

function caseLines(one: CaseMutants, width: number, { columns, colours }: TerminalOptions): readonly string[] {
  const paint = painter({ colours });
  const { noticed, tried } = countMutants(one.mutants);
  const faults = unnoticed(one);
  const [first] = faults;
  const sign = isBiting(one) || one.is_guard ? paint(' ~', 'yellow') : paint('!!', 'red');
  const head = `${sign} ${padded(one.id, width)}  ${noticed}/${tried}`;
  const what =
    isBiting(one) || first === undefined
      ? `unnoticed: ${faults
          .slice(0, MOST_FAULTS)
          .map(({ fault }) => faultWords(fault))
          .join('; ')}${faults.length > MOST_FAULTS ? `; ${faults.length - MOST_FAULTS} more` : ''}`
      : `passes with ${faultWords(first.fault)}${one.is_guard ? ' (it only guards)' : ''}`;
  const by = one.trials === 1 ? ' (by 1 trial)' : '';
  const lines = [...new Set(faults.slice(0, MOST_FAULTS).flatMap(({ fault }) => lineToWrite(fault) ?? []))];
  return [
    ...hanging(
      `${head}  `,
      plainLine(faults.length === 0 ? `notices all that was tried${by}` : `${what}${by}`, LONGEST),
      columns,
    ),
    ...lines.flatMap((line) => hanging('     write ', plainLine(line, LONGEST), columns)),
    ...one.idle_globs.map(
      (glob) => `     ${plainLine(glob, 100)} names no tool that the agent has, as far as anybody knows`,
    ),
    ...(one.unusable === 0 ? [] : [`     ${plural(one.unusable, 'passing trial')} not stored whole, and not counted`]),
  ];
}

function countWords({ noticed, tried, only_judge }: MutantCount): string {
  const apart = only_judge === 0 ? '' : `; ${only_judge} more only a judge or a program can notice`;
  return tried === 0 ? `none tried${apart}` : `${noticed} of ${tried} (${percent(noticed / tried)})${apart}`;
}

function sumWords(cases: readonly CaseMutants[]): string {
  const count = countMutants(cases.flatMap(({ mutants }) => mutants));
  const dull = cases.filter((one) => !isBiting(one) && !one.is_guard).length;
  const verdict = dull === 0 ? 'every case bites' : `${plural(dull, 'case')} ${dull === 1 ? 'does' : 'do'} not bite`;
  return `${plural(cases.length, 'case')}: ${countWords(count)}; ${verdict}`;
}
