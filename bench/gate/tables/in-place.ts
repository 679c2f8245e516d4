import type { Change } from '../change.ts';
import type { Cell, Mark, Scenario, Table } from '../scenario.ts';
import { ADAPTIVE, CHANGES, FIFTY, POOL } from './base.ts';

const SUITES: readonly (readonly [string, Pick<Scenario, 'cases' | 'pool'>])[] = [
  ['1 case, 1 × 25', { cases: 1, pool: { runs: 1, trials: 25 } }],
  ['5 cases, 1 × 20', { cases: 5, pool: { runs: 1, trials: 20 } }],
  ['20 cases, 1 × 5', { cases: 20, pool: { runs: 1, trials: 5 } }],
  ['20 cases, 5 × 5', { cases: 20, pool: POOL }],
  ['50 cases, 5 × 5', { cases: 50, pool: POOL }],
];

/** What the looks chose can't be tried again: main's commit can't be fetched or set up, or no budget is left. */
export const IN_PLACE: Table = {
  title: "Red / open, % of pull requests: the looks chose, and main can't be tried again; graded suite, drift 0.3",
  measures: ['fail', 'inconclusive'],
  corner: 'suite, main',
  cells: SUITES.flatMap(([row, sized]) =>
    (['unchanged', 'one-gone', 'minus-10'] as const satisfies readonly Change[]).map(
      (change): Cell => ({
        row,
        column: CHANGES[change],
        scenario: { ...FIFTY, ...sized, population: 'graded', looks: ADAPTIVE, metrics: 'drawn', drift: 0.3, change },
        rule: 'gate-in-place',
        marks: change === 'unchanged' ? [redAtMost(`red, unchanged, main can't be tried again, ${row}`)] : [],
        draws: 1_000,
      }),
    ),
  ),
};

function redAtMost(name: string): Mark {
  return { name, measure: 'fail', at: 'most', bound: 5 };
}
