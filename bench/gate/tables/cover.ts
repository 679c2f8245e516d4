import { planLooks } from '#trials/trial/looks.ts';
import { trialNumbers } from '#trials/trial/trial-range.ts';
import type { Change } from '../change.ts';
import type { Cell, Table } from '../scenario.ts';
import { CHANGES, FIFTY } from './base.ts';

/** How often the interval that a report tells, "95 % CI", holds the drop of the mean: looks and stages that end early bend it. */
export const COVER: Table = {
  title:
    'What reports say: "95 % CI" of the drop; held, % of changes, where fresh trials of both sides decide; graded cases',
  measures: ['covered'],
  corner: 'suite, runs of main',
  cells: [
    [3, 1],
    [20, 1],
    [20, 5],
  ].flatMap(([cases = 1, runs = 1]) =>
    (['unchanged', 'minus-10', 'minus-20'] as const satisfies readonly Change[]).map((change): Cell => {
      const numbers = trialNumbers(null, cases);
      const row = `${cases} cases, ${runs === 1 ? '1 run' : `${runs} runs`}`;
      return {
        row,
        column: CHANGES[change],
        scenario: {
          ...FIFTY,
          population: 'graded',
          cases,
          looks: planLooks(numbers),
          pool: { runs, trials: numbers.once },
          change,
        },
        rule: 'gate-again',
        marks: [
          { name: `interval holds the drop, ${row}, ${CHANGES[change]}`, measure: 'covered', at: 'least', bound: 90 },
        ],
        draws: 1_000,
      };
    }),
  ),
};
