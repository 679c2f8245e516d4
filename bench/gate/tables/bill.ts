import type { Change } from '../change.ts';
import type { Cell, Mark, Scenario, Table } from '../scenario.ts';
import { ADAPTIVE, CHANGES, FIFTY } from './base.ts';

/** What a red costs: a clear fall ends after 5 or 10 fresh trials of a case on each side. */
export const BILL: Table = {
  title:
    'Red / red after at most 10 fresh trials of a case on each side, % of pull requests / fresh trials per case, both sides: 20 graded cases, one run of main',
  measures: ['fail', 'early', 'further'],
  corner: 'what falls',
  cells: [
    cell('minus-30', [early('−30 points')]),
    cell('minus-10', [{ name: 'fresh trials per case, −10 points', measure: 'further', at: 'most', bound: 20 }]),
    cell('one-gone', [early('one case of 20 from all to none')]),
    cell('one-gone', [early('the only case from all to none')], {
      cases: 1,
      looks: [3, 5, 10, 25],
      pool: { runs: 1, trials: 25 },
    }),
  ],
};

function cell(change: Change, marks: readonly Mark[], suite: Partial<Scenario> = {}): Cell {
  const scenario: Scenario = {
    ...FIFTY,
    population: 'graded',
    cases: 20,
    looks: ADAPTIVE,
    pool: { runs: 1, trials: 5 },
    change,
    ...suite,
  };
  const cases = scenario.cases === 1 ? 'its only case' : CHANGES[change];
  return { row: cases, column: 'fresh trials decide', scenario, rule: 'gate-again', marks, draws: 2_000 };
}

function early(what: string): Mark {
  return { name: `red after 10 fresh trials a side, ${what}`, measure: 'early', at: 'least', bound: 90 };
}
