import type { Cell, Mark, Scenario, Table } from '../scenario.ts';
import { ADAPTIVE, FIFTY, FIXED, given, SMALL_POOL } from './base.ts';

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
  const named: Readonly<Record<string, readonly [pass: number, inconclusive: number]>> = {
    'mixed, 20 cases adaptive': [96, 2.5],
    'mixed, 50 cases adaptive': [95, 2.3],
    'flaky, 50 cases adaptive': [90, 6.5],
    'mixed, 20 cases fixed': [94, 4],
    'mixed, 50 cases fixed': [92, 5],
    'flaky, 50 cases fixed': [88, 8.5],
  };
  return {
    title: 'Green / open / red, % of pull requests that change nothing: suite and case tests, pool of 3 × 5',
    measures: ['pass', 'inconclusive', 'fail'],
    corner: 'suite',
    cells: suites.flatMap(([row, suite]) =>
      [ADAPTIVE, FIXED].map((looks): Cell => {
        const plan = looks.length > 1 ? 'adaptive' : 'fixed';
        const [pass, inconclusive] = named[`${row} ${plan}`] ?? [];
        return {
          row,
          column: looks.length > 1 ? '3, 5 or 10 trials' : '5 trials',
          scenario: { ...FIFTY, ...suite, pool: SMALL_POOL, looks },
          rule: 'gate',
          given: pass === undefined ? {} : { pass: given(pass, 2.2), inconclusive: given(inconclusive, 2.2) },
          marks: looks.length > 1 ? [open(`open, unchanged, ${row}`)] : [],
          draws: 1_000,
        };
      }),
    ),
  };
}

function open(name: string): Mark {
  return { name, measure: 'inconclusive', at: 'most', bound: 10 };
}
