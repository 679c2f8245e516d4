import type { Cell, Scenario, Table } from '../scenario.ts';
import { ADAPTIVE, FIFTY, ONE_RUN, POOL } from './base.ts';

/** How often a suite is said to have improved that has not, at the look where the run ends. */
export const PRAISE: Table = {
  title: 'Praised, % of pull requests that change nothing: tool recall, tokens and cost are drawn too',
  measures: ['alarm'],
  corner: 'suite',
  cells: (
    [
      ['mixed, 5 cases', { cases: 5 }],
      ['mixed, 50 cases', {}],
      ['flaky, 20 cases', { population: 'flaky', cases: 20 }],
    ] satisfies readonly (readonly [string, Partial<Scenario>])[]
  ).flatMap(([row, suite]) =>
    (
      [
        ['3 trials, main 1 × 3', { looks: [3], pool: { runs: 1, trials: 3 } }],
        ['3, 5 or 10 trials, main 1 × 5', { looks: ADAPTIVE, pool: ONE_RUN }],
        ['3, 5 or 10 trials, main 5 × 5', { looks: ADAPTIVE, pool: POOL }],
      ] as const
    ).flatMap(([column, sides]) =>
      [0, 0.15].map(
        (drift): Cell => ({
          row,
          column: `${column}, drift ${drift}`,
          scenario: { ...FIFTY, ...suite, ...sides, metrics: 'drawn', drift },
          rule: 'praise',
          marks: [
            { name: `praised, unchanged, ${row}, ${column}, drift ${drift}`, measure: 'alarm', at: 'most', bound: 5 },
          ],
          draws: 2_000,
        }),
      ),
    ),
  ),
};
