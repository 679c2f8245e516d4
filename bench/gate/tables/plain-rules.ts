import type { Change } from '../change.ts';
import type { Cell, Rule, Scenario, Table } from '../scenario.ts';
import { CHANGES, designValue, FIFTY, ONE_RUN, POOL } from './base.ts';

/** Thresholds and tests that other gates use, beside two of this one. */
export const PLAIN_RULES: Table = plainRules();

function plainRules(): Table {
  const rows: readonly (readonly [string, Rule, Scenario['pool'], readonly number[]])[] = [
    ['red when the mean fell at all', 'naive-0', ONE_RUN, [46.8, 97.6, 100, 72, 100]],
    ['red when it fell by more than 2 points', 'naive-2', ONE_RUN, [16.6, 87.5, 99.9, 39, 99]],
    ['paired t-test on the case means', 'paired-t', ONE_RUN, [4.9, 63, 98, 9, 66]],
    ['exact stratified test of the mean', 'suite-only', ONE_RUN, [4.8, 63, 98, 16, 92]],
    ['that and the test of single cases', 'gate-halves', ONE_RUN, [3, 50, 96, 36, 95]],
    ['the same against five stored runs', 'gate-halves', POOL, [3.8, 76, 99.7, 87, 100]],
  ];
  const changes: readonly Change[] = ['unchanged', 'minus-5', 'minus-10', 'one-broken', 'tenth-broken'];
  return {
    title: 'Red, % of pull requests: 50 cases, 5 trials each, one look',
    measures: ['fail'],
    corner: 'rule',
    cells: rows.flatMap(([row, rule, pool, named]) =>
      changes.map(
        (change, index): Cell => ({
          row,
          column: CHANGES[change],
          scenario: { ...FIFTY, pool, change, metrics: 'none' },
          rule,
          design: { fail: designValue(named[index], 0.8) },
          draws: change === 'unchanged' ? 10_000 : 2_000,
        }),
      ),
    ),
  };
}
