import type { Repeats } from '../repeats.ts';
import type { Cell, Table } from '../scenario.ts';
import { ADAPTIVE, FIFTY } from './base.ts';

/** Who keeps answers. A cache that lives as long as its side says the same in every turn: without a recorder each of its answers counts. */
const KEEPERS: readonly (readonly [string, Repeats])[] = [
  ['all, as long as the side', { share: 1, over: 'side' }],
  ['all, for one turn', { share: 1, over: 'turn' }],
  ['nine in ten, for one turn', { share: 0.9, over: 'turn' }],
  ['half, for one turn', { share: 0.5, over: 'turn' }],
];

/**
 * What answers cost that a cache or a state repeats and no recorder sees. Where the recorder sees them they count once, and with so many of
 * them nothing is red and nothing green, so that row has no numbers to draw.
 */
export const KEPT_ANSWERS: Table = {
  title: 'Red / open, % of pull requests that change nothing: an agent that keeps its answers, without a recorder',
  measures: ['fail', 'inconclusive'],
  corner: 'which answers',
  cells: KEEPERS.flatMap(([row, repeats]) =>
    [5, 20, 50].flatMap((cases) =>
      [1, 5].map(
        (runs): Cell => ({
          row,
          column: `${cases} cases, ${runs === 1 ? '1 run' : `${runs} runs`} of main`,
          scenario: {
            ...FIFTY,
            population: 'graded',
            cases,
            looks: ADAPTIVE,
            pool: { runs, trials: 5 },
            change: 'unchanged',
            repeats,
          },
          rule: 'gate-again',
          draws: 1_000,
        }),
      ),
    ),
  ),
};
