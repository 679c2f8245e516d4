import { type OrderFinding, orderFinding } from '#statistics/counts/order-finding.ts';
import { drawSuite } from '../population.ts';
import type { Random } from '../random.ts';
import { type SideTable, shareOfDraws } from './side-table.ts';

const CASES = 20;
const TRIALS = 5;

/** How far the later trials of a process pass less often than its first, if an agent keeps state. */
const LOSS = 0.4;

/** Who keeps state, and the round of the change that an incident hits: half of its passes are lost. */
interface Situation {
  readonly main: number;
  readonly here: number;
  readonly incident?: number;
  /** No process has several trials. */
  readonly apart?: true;
}

/** How often trials are found to depend on one another, how often failures are then undecided, and how often it is one bad round instead. */
export function dependence(): SideTable {
  const situations: readonly (readonly [string, Situation])[] = [
    ['neither side', { main: 0, here: 0 }],
    ['both sides', { main: LOSS, here: LOSS }],
    ['the change alone', { main: 0, here: LOSS }],
    ['main alone', { main: LOSS, here: 0 }],
    ['neither; an incident in the first round', { main: 0, here: 0, incident: 0 }],
    ['neither; an incident in the last round', { main: 0, here: 0, incident: TRIALS - 1 }],
    ['both sides, outside of processes', { main: LOSS, here: LOSS, apart: true }],
    ['the change alone, outside of processes', { main: 0, here: LOSS, apart: true }],
  ];
  return {
    title: `Dependent trials, % of pull requests: ${CASES} graded cases × ${TRIALS}; who keeps state passes ${100 * LOSS} points less often after its first trial`,
    header: [
      'who keeps state',
      ...[1, 3, 5].flatMap((runs) => [
        `open, ${runsOf(runs)}`,
        `failures undecided, ${runsOf(runs)}`,
        `a bad round, ${runsOf(runs)}`,
      ]),
    ],
    rows: situations.map(([what, situation], row) => [
      what,
      ...[1, 3, 5].flatMap((runs, column) => {
        const seed = 1_000 * (row + 1) + column;
        const share = (isCounted: (found: OrderFinding | null) => boolean) =>
          shareOfDraws(seed, (random) => isCounted(orderFinding(...draw(random, runs, situation), situation.apart)));
        return [
          share((found) => found?.kind === 'state'),
          share((found) => found?.kind === 'state' && found.in_main),
          share((found) => found?.kind === 'round'),
        ];
      }),
    ]),
  };
}

type Sequences = readonly (readonly boolean[])[];

function draw(random: Random, runs: number, { main, here, incident }: Situation): [Sequences, Sequences] {
  const rates = drawSuite('graded', CASES, random).map(({ rate }) => rate);
  const run = (less: number, hit?: number) =>
    rates.map((rate) =>
      Array.from({ length: TRIALS }, (_, index) => {
        const kept = index === 0 ? rate : Math.max(0, rate - less);
        return random.uniform() < (index === hit ? kept / 2 : kept);
      }),
    );
  return [run(here, incident), Array.from({ length: runs }, () => run(main)).flat()];
}

function runsOf(runs: number): string {
  return runs === 1 ? '1 run' : `${runs} runs`;
}
