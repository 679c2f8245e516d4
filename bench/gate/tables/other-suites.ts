import type { Cell, Rule, Scenario, Table } from '../scenario.ts';
import { ADAPTIVE, FIFTY, POOL } from './base.ts';

/** The whole gate on suites of other sizes and kinds. */
export const OTHER_SUITES: Table = otherSuites();

function otherSuites(): Table {
  const suites: readonly (readonly [string, Partial<Scenario>])[] = [
    ['mixed, 20 cases', { cases: 20 }],
    ['mixed, 100 cases', { cases: 100 }],
    ['stable, 50 cases', { population: 'stable' }],
    ['flaky, 50 cases', { population: 'flaky' }],
  ];
  const columns: readonly (readonly [string, Rule, number])[] = [
    ['drift 0', 'gate-again', 0],
    ['drift 0.15', 'gate-again', 0.15],
    ['drift 0.3', 'gate-again', 0.3],
    ['drift 0.3, stored runs alone', 'gate', 0.3],
  ];
  return {
    title:
      'Red / open, % of pull requests that change nothing: whole gate on other suites, fresh trials decide, pool of 5 × 5, looks 3, 5, 10',
    measures: ['fail', 'inconclusive'],
    corner: 'suite',
    cells: suites.flatMap(([row, suite]) =>
      columns.map(
        ([column, rule, drift]): Cell => ({
          row,
          column,
          scenario: { ...FIFTY, ...suite, pool: POOL, looks: ADAPTIVE, metrics: 'drawn', drift },
          rule,
          draws: 1_000,
        }),
      ),
    ),
  };
}
