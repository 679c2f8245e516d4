import { findsDependence } from '#domain/gate/rules/dependent-trials.ts';
import { drawSuite } from '../population.ts';
import type { Random } from '../random.ts';
import { type SideTable, shareOfDraws } from './side-table.ts';

const CASES = 20;
const TRIALS = 5;

/** How far the later trials of a process pass less often than its first, if an agent keeps state. */
const LOSS = 0.4;

/** How often trials are found to depend on one another, and how often failures are then undecided. */
export function dependence(): SideTable {
  const situations: readonly (readonly [string, main: number, here: number])[] = [
    ['neither side', 0, 0],
    ['both sides', LOSS, LOSS],
    ['the change alone', 0, LOSS],
    ['main alone', LOSS, 0],
  ];
  return {
    title: `Dependent trials, % of pull requests: ${CASES} graded cases × ${TRIALS}; who keeps state passes ${100 * LOSS} points less often after its first trial`,
    header: [
      'who keeps state',
      ...[1, 3, 5].flatMap((runs) => [`open, ${runsOf(runs)}`, `failures undecided, ${runsOf(runs)}`]),
    ],
    rows: situations.map(([what, main, here], row) => [
      what,
      ...[1, 3, 5].flatMap((runs, column) => {
        const seed = 1_000 * (row + 1) + column;
        const found = (random: Random) => findsDependence(...draw(random, runs, { main, here }));
        return [
          shareOfDraws(seed, (random) => found(random) !== null),
          shareOfDraws(seed, (random) => found(random)?.in_main === true),
        ];
      }),
    ]),
  };
}

type Sequences = readonly (readonly boolean[])[];

function draw(
  random: Random,
  runs: number,
  loss: { readonly main: number; readonly here: number },
): [Sequences, Sequences] {
  const rates = drawSuite('graded', CASES, random).map(({ rate }) => rate);
  const run = (less: number) =>
    rates.map((rate) =>
      Array.from({ length: TRIALS }, (_, index) => random.uniform() < (index === 0 ? rate : Math.max(0, rate - less))),
    );
  return [run(loss.here), Array.from({ length: runs }, () => run(loss.main)).flat()];
}

function runsOf(runs: number): string {
  return runs === 1 ? '1 run' : `${runs} runs`;
}
