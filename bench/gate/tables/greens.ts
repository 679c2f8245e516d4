import type { Cell, Mark, Scenario, Table } from '../scenario.ts';
import { ADAPTIVE, FIFTY, FIXED, SMALL_POOL } from './base.ts';

/** How often nothing stays open. */
export const GREENS: Table = greens();

function greens(): Table {
  const suites: readonly (readonly [string, Partial<Scenario>])[] = [
    ['mixed, 20 cases', { cases: 20 }],
    ['mixed, 50 cases', { cases: 50 }],
    ['mixed, 100 cases', { cases: 100 }],
    ['stable, 20 cases', { population: 'stable', cases: 20 }],
    ['stable, 50 cases', { population: 'stable', cases: 50 }],
    ['stable, 100 cases', { population: 'stable', cases: 100 }],
    ['flaky, 20 cases', { population: 'flaky', cases: 20 }],
    ['flaky, 50 cases', { population: 'flaky', cases: 50 }],
    ['flaky, 100 cases', { population: 'flaky', cases: 100 }],
  ];
  return {
    title: 'Green / open / red, % of pull requests that change nothing: suite and case tests, pool of 3 × 5',
    measures: ['pass', 'inconclusive', 'fail'],
    corner: 'suite',
    cells: suites.flatMap(([row, suite]) =>
      [ADAPTIVE, FIXED].map(
        (looks): Cell => ({
          row,
          column: looks.length > 1 ? '3, 5 or 10 trials' : '5 trials',
          scenario: { ...FIFTY, ...suite, pool: SMALL_POOL, looks },
          rule: 'gate',
          marks: looks.length > 1 ? [open(`open, unchanged, ${row}`)] : [],
          draws: 1_000,
        }),
      ),
    ),
  };
}

function open(name: string): Mark {
  return { name, measure: 'inconclusive', at: 'most', bound: 10 };
}
