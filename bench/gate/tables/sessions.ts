import type { Cell, Scenario, Table } from '../scenario.ts';
import { FIFTY } from './base.ts';

/** Sessions of two kinds, one of half the tokens, where main can't be run: what is open of them is the price of no false red. */
export const SESSIONS: Table = {
  title:
    'Red / open, % of pull requests: tokens alone are gated, 20 cases, half of the sessions take half of the tokens, stored trials decide',
  measures: ['fail', 'inconclusive'],
  corner: 'runs of main, trials at the look',
  cells: [1, 2, 3, 4, 5, 10].flatMap((runs) =>
    [3, 5].flatMap((trials) => {
      const row = `${runs} × 5, ${trials} trials`;
      return [cell(row, 'nothing changed', 1, runs, trials), cell(row, '1 of 20 × 30', 30, runs, trials)];
    }),
  ),
};

function cell(row: string, column: string, times: number, runs: number, trials: number): Cell {
  const scenario: Scenario = {
    ...FIFTY,
    cases: 20,
    looks: [trials],
    pool: { runs, trials: 5 },
    amounts: { kind: 'tokens', noise: 'half sessions', risen: { cases: 1, times } },
  };
  const name = `${column}, sessions that halve tokens, ${row}`;
  return {
    row,
    column,
    scenario,
    rule: 'gate-alone',
    marks:
      times === 1
        ? [{ name: `red, ${name}`, measure: 'fail', at: 'most', bound: 5 }]
        : // A cheap session hides a small case that rose.
          [{ name: `pass, ${name}`, measure: 'pass', at: 'most', bound: 15 }],
    draws: 1_000,
  };
}
