import type { Cell, Table } from '../scenario.ts';
import { ADAPTIVE, FIFTY } from './base.ts';

/**
 * What caches cost that nobody sees: each answer counts as often as it comes. Where the recorder sees them they count once, and with so many of
 * them nothing is red and nothing green, so that row has no numbers to draw.
 */
export const KEPT_ANSWERS: Table = {
  title: 'Red / open, % of pull requests that change nothing: an agent that keeps its answers, without a recorder',
  measures: ['fail', 'inconclusive'],
  corner: 'suite',
  cells: [5, 20, 50].flatMap((cases) =>
    [1, 5].map(
      (runs): Cell => ({
        row: `${cases} cases`,
        column: runs === 1 ? '1 run of main' : `${runs} runs of main`,
        scenario: {
          ...FIFTY,
          population: 'graded',
          cases,
          looks: ADAPTIVE,
          pool: { runs, trials: 5 },
          change: 'unchanged',
          keeps_answers: true,
        },
        rule: 'gate-again',
        draws: 1_000,
      }),
    ),
  ),
};
