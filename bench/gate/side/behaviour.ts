import { BEHAVIOUR_ALPHA, compareBehaviour } from '#gate/behaviour/compare-behaviour.ts';
import type { CaseCalls } from '#gate/behaviour/facts.ts';
import type { StoredCall } from '#trials/trial/stored-calls.ts';
import { amount } from '../../support/repeats.ts';
import type { Random } from '../random.ts';
import { type SideTable, shareOfDraws } from './side-table.ts';

const CASES = 50;
const DRAWS = amount(100);
const TOOLS = ['find', 'read', 'check', 'quote', 'book', 'pay', 'mail', 'close'];

/** Trials of main and here. */
const SIZES = [
  [5, 3],
  [5, 10],
  [25, 3],
  [25, 10],
] as const;

/** A case: the calls of an ordinary trial, and how often a trial departs from them. */
interface Task {
  readonly calls: readonly StoredCall[];
  readonly loose: number;
}

type Calls = readonly StoredCall[];

/** What a change does to a trial of the case at this place. */
type Plant = (calls: Calls, place: number, random: Random) => Calls;

/** How often behaviour is called changed, where nothing changed and where something did. */
export function behaviour(): SideTable {
  const inOne =
    (plant: Plant): Plant =>
    (calls, place, random) =>
      place === 0 ? plant(calls, place, random) : calls;
  const extra =
    (share: number): Plant =>
    (calls, _, random) =>
      random.uniform() < share ? [...calls, { tool: 'think', args: '' }] : calls;
  const swapped: Plant = ([first, second, ...rest]) =>
    first === undefined || second === undefined ? [] : [second, first, ...rest];
  const plants: readonly (readonly [string, Plant])[] = [
    ['nothing', (calls) => calls],
    [`a tool dropped, 1 case of ${CASES}`, inOne((calls) => calls.slice(1))],
    ['an order swapped, 1 case', inOne(swapped)],
    ['an argument changed, 1 case', inOne(([first, ...rest]) => (first ? [{ ...first, args: 'new' }, ...rest] : []))],
    ['an extra call in 30 % of trials, 1 case', inOne(extra(0.3))],
    ['an extra call in 30 % of trials, all cases', extra(0.3)],
    ['an order swapped, all cases', swapped],
    [
      'a tool in 20 % fewer of its trials, all cases',
      (calls, _, random) => (random.uniform() < 0.2 ? calls.filter(({ tool }) => tool !== 'read') : calls),
    ],
  ];
  return {
    title: `Behaves otherwise, % of ${DRAWS} pull requests: ${CASES} cases of 2 to 5 calls; trials leave out, swap or rewrite some`,
    header: ['what changed', ...SIZES.map(([main, here]) => `main ${main}, here ${here}`)],
    rows: plants.map(([what, plant], row) => [
      what,
      ...SIZES.map(([main, here], column) =>
        shareOfDraws(700_000 + 10 * row + column, (random) => isChanged(random, main, here, plant), DRAWS),
      ),
    ]),
  };
}

function isChanged(random: Random, main: number, here: number, plant: Plant): boolean {
  const cases = Array.from({ length: CASES }, (_, place): CaseCalls => {
    const task = drawTask(random);
    const trials = (count: number) => Array.from({ length: count }, () => drawTrial(task, random));
    return {
      id: `case-${place}`,
      main: trials(main),
      here: trials(here).map((calls) => plant(calls, place, random)),
    };
  });
  return compareBehaviour(cases).p <= BEHAVIOUR_ALPHA;
}

function drawTask(random: Random): Task {
  const length = 2 + Math.floor(4 * random.uniform());
  const tools = TOOLS.map((tool) => ({ tool, place: random.uniform() })).sort(
    (left, right) => left.place - right.place,
  );
  return { calls: tools.slice(0, length).map(({ tool }) => ({ tool, args: 'a' })), loose: 0.15 * random.uniform() };
}

/** The first two calls of a task are what plants change: they are steady, as far as its trials are. */
function drawTrial({ calls, loose }: Task, random: Random): Calls {
  const kept = calls.filter((_, at) => at < 2 || random.uniform() >= loose);
  const rewritten = kept.map((call, at) => (at > 0 && random.uniform() < 2 * loose ? { ...call, args: 'b' } : call));
  const [first, second, third, fourth, ...rest] = rewritten;
  const turns = third !== undefined && fourth !== undefined && random.uniform() < loose;
  return turns && first && second ? [first, second, fourth, third, ...rest] : rewritten;
}
