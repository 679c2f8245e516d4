import type { Change } from '../change.ts';
import type { Cell, Scenario, Table } from '../scenario.ts';
import { ADAPTIVE, CHANGES, FIFTY } from './base.ts';

/** Fewer trials of cases that main never saw fail, and longer pools to know which those are. */
export const BY_FAILURES: Table = byFailures();

function byFailures(): Table {
  const plans: readonly (readonly [string, Pick<Scenario, 'looks' | 'stable_looks'>])[] = [
    ['3, 5, 10', { looks: ADAPTIVE }],
    ['2, 2, 4, 10 if stable, else 3, 5, 8, 12', { looks: [3, 5, 8, 12], stable_looks: [2, 2, 4, 10] }],
  ];
  const changes: readonly Change[] = ['unchanged', 'minus-5', 'one-broken'];
  return {
    title:
      'Red / open, % of pull requests / trials per case: suite and case tests, 50 cases, looks by what main saw fail, and longer pools',
    measures: ['fail', 'inconclusive', 'trials'],
    corner: 'suite, looks, runs of main',
    cells: (['mixed', 'graded'] as const).flatMap((population) =>
      plans.flatMap(([what, looks]) =>
        [5, 10, 20].flatMap((runs) =>
          changes.map(
            (change): Cell => ({
              row: `${population}, ${what}, ${runs} runs`,
              column: CHANGES[change],
              scenario: { ...FIFTY, ...looks, population, pool: { runs, trials: 5 }, change },
              rule: 'by-failures',
              draws: change === 'unchanged' ? 1_000 : 600,
            }),
          ),
        ),
      ),
    ),
  };
}
