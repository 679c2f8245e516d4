import type { Change } from '../change.ts';
import type { Cell, Table } from '../scenario.ts';
import { ADAPTIVE, CHANGES, designValue, FIFTY, POOL } from './base.ts';

/** What the looks save. */
export const PLANS: Table = plans();

function plans(): Table {
  const rows: readonly (readonly [string, readonly number[], readonly (readonly [number, number])[]])[] = [
    [
      '5 trials',
      [5],
      [
        [2.8, 5],
        [75, 5],
        [85, 5],
      ],
    ],
    [
      '10 trials',
      [10],
      [
        [3.4, 10],
        [91, 10],
        [99, 10],
      ],
    ],
    [
      '3, 5 or 10 trials as needed',
      ADAPTIVE,
      [
        [2.9, 4.8],
        [89, 7.7],
        [96, 5.3],
      ],
    ],
  ];
  const changes: readonly Change[] = ['unchanged', 'minus-5', 'one-broken'];
  return {
    title:
      'Red, % of pull requests / trials per case: suite and case tests of the default policy, 50 cases, pool of 5 × 5',
    measures: ['fail', 'trials'],
    corner: 'plan',
    cells: rows.flatMap(([row, looks, named]) =>
      changes.map((change, index): Cell => {
        const [fail, trials] = named[index] ?? [];
        return {
          row,
          column: CHANGES[change],
          scenario: { ...FIFTY, pool: POOL, looks, change },
          rule: 'gate',
          design: {
            fail: designValue(fail, 2.2),
            ...(looks.length > 1 ? { trials: { value: trials ?? Number.NaN, error: 0.05 } } : {}),
          },
          draws: change === 'unchanged' ? 4_000 : 2_000,
        };
      }),
    ),
  };
}
