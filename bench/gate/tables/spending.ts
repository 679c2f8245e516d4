import type { Change } from '../change.ts';
import type { Cell, DesignValue, Table } from '../scenario.ts';
import { ADAPTIVE, CHANGES, FIFTY, POOL } from './base.ts';

/** What running only the cases saves that a change can reach. */
export const SPENDING: Table = {
  title:
    'Red, % of pull requests / trials per case of the suite: cases that the change can not reach are not run, 50 cases, pool of 5 × 5',
  measures: ['fail', 'trials', 'pass'],
  corner: 'the change can reach',
  cells: [
    ...row('every case', undefined, {}),
    ...row('30 % of the cases', 0.3, {
      unchanged: { fail: { value: 1.1, error: 0.25 }, trials: { value: 0.94, error: 0.02 } },
      'one-broken': { fail: { value: 95.5, error: 0.6 } },
    }),
    ...row('3 cases', 0.06, {}),
  ],
};

function row(
  name: string,
  reached: number | undefined,
  named: Partial<Record<Change, Readonly<Partial<Record<'fail' | 'trials', DesignValue>>>>>,
): readonly Cell[] {
  const changes: readonly Change[] = ['unchanged', 'one-broken', 'one-halves'];
  return changes.map((change) => ({
    row: name,
    column: CHANGES[change],
    scenario: {
      ...FIFTY,
      pool: POOL,
      looks: ADAPTIVE,
      change,
      ...(reached !== undefined && { reached }),
    },
    rule: 'gate',
    design: named[change] ?? {},
    draws: 2_000,
  }));
}
