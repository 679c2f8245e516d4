import type { Cell, Mark, Scenario, Table } from '../scenario.ts';
import { ADAPTIVE, FIFTY } from './base.ts';

/** Days that differ, and minutes in which the provider fails: what looks worse for such a reason is not red when both sides are tried again. */
export const INCIDENTS: Table = incidents();

function incidents(): Table {
  const suites: readonly (readonly [string, Partial<Scenario>])[] = [
    ['5 cases, 1 run of main', { cases: 5, looks: [3, 5, 10, 20], pool: { runs: 1, trials: 20 } }],
    ['20 cases, 1 run of main', { cases: 20, pool: { runs: 1, trials: 5 } }],
    ['20 cases, 5 runs of main', { cases: 20, pool: { runs: 5, trials: 5 } }],
    ['50 cases, 1 run of main', { pool: { runs: 1, trials: 5 } }],
    ['50 cases, 5 runs of main', { pool: { runs: 5, trials: 5 } }],
  ];
  const days: readonly (readonly [string, Partial<Scenario>])[] = [
    ['drift 0.3', { drift: 0.3 }],
    ['an outage in every run', { incident: 'here' }],
    ['outages here and there', { incident: 'anywhere' }],
  ];
  return {
    title:
      'Red / open, % of pull requests that change nothing: days that differ and outages, graded suite, fresh trials decide',
    measures: ['fail', 'inconclusive'],
    corner: 'suite',
    cells: suites.flatMap(([row, suite]) =>
      days.map(
        ([column, day]): Cell => ({
          row,
          column,
          scenario: { ...FIFTY, population: 'graded', looks: ADAPTIVE, ...suite, ...day },
          rule: 'gate-again',
          marks: [red(`red, unchanged, ${row}, ${column}`)],
          draws: 1_000,
        }),
      ),
    ),
  };
}

function red(name: string): Mark {
  return { name, measure: 'fail', at: 'most', bound: 5 };
}
