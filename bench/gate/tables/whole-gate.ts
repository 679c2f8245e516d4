import type { Change } from '../change.ts';
import type { Cell, Mark, Rule, Table } from '../scenario.ts';
import { ADAPTIVE, CHANGES, designValue, FIFTY, POOL } from './base.ts';

/** Every test of the default policy, on days that differ. */
export const WHOLE_GATE: Table = wholeGate();

function wholeGate(): Table {
  const rules: readonly (readonly [string, Rule])[] = [
    ['stored runs, every day alike', 'gate'],
    ['stored runs and days', 'gate-alone'],
    ['fresh trials of both sides', 'gate-again'],
  ];
  const named: Readonly<Record<string, Cell['design']>> = {
    'gate unchanged 0.3': { fail: designValue(16.6, 2.2), trials: { value: 5, error: 0.1 } },
  };
  const few: Mark[] = [{ name: 'P8: mean trials of 10, unchanged', measure: 'trials', at: 'most', bound: 5 }];
  const marks: Readonly<Record<string, readonly Mark[]>> = {
    'gate unchanged 0': [red('red, unchanged, no drift'), ...few],
    'gate-again unchanged 0.3': [red('red, unchanged, drift 0.3, fresh trials')],
    'gate-again one-broken 0': [seen('one broken case seen', 90)],
  };
  const columns: readonly (readonly [Change, number])[] = [
    ['unchanged', 0],
    ['unchanged', 0.15],
    ['unchanged', 0.3],
    ['minus-5', 0],
    ['minus-5', 0.3],
    ['one-broken', 0],
    ['one-broken', 0.3],
  ];
  return {
    title:
      'Red, % of pull requests / trials per case: whole gate with tool recall, tokens and cost, 50 cases, pool of 5 × 5, looks 3, 5, 10',
    measures: ['fail', 'trials'],
    corner: 'what main is taken to be',
    cells: rules.flatMap(([row, rule]) =>
      columns.map(
        ([change, drift]): Cell => ({
          row,
          column: `${CHANGES[change]}, drift ${drift}`,
          scenario: { ...FIFTY, pool: POOL, looks: ADAPTIVE, metrics: 'drawn', change, drift },
          rule,
          design: named[`${rule} ${change} ${drift}`] ?? {},
          marks: marks[`${rule} ${change} ${drift}`] ?? [],
          draws: change === 'unchanged' ? 4_000 : 2_000,
        }),
      ),
    ),
  };
}

function red(name: string): Mark {
  return { name, measure: 'fail', at: 'most', bound: 5 };
}

function seen(name: string, bound: number): Mark {
  return { name, measure: 'fail', at: 'least', bound };
}
