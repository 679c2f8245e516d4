import { planLooks } from '#trials/trial/looks.ts';
import { trialNumbers } from '#trials/trial/trial-range.ts';
import type { Change } from '../change.ts';
import type { Table } from '../scenario.ts';
import { CHANGES, FIFTY } from './base.ts';

const CASES = 20;

/** Main's rates as good as known: no larger pool could tell more. */
const KNOWN = { runs: 1, trials: 200 };

/** What nobody can do better with as many trials of the change: how far the marks that are missed can be met at all. */
export const FRONTIER: Table = frontier();

function frontier(): Table {
  const changes: readonly Change[] = ['unchanged', 'one-collapses', 'one-halves', 'minus-10'];
  const bases: readonly (readonly [string, number, { readonly runs: number; readonly trials: number } | null])[] = [
    ['1 run of main', 1, null],
    ['3 runs of main', 3, null],
    ['5 runs of main', 5, null],
    ["main's rates known", 1, KNOWN],
  ];
  return {
    title:
      'Red / open, % of pull requests: 20 graded cases, what knowing main better would add; one look at all trials',
    measures: ['fail', 'inconclusive'],
    corner: 'what is known of main',
    cells: bases.flatMap(([what, runs, known]) =>
      changes.map((change) => {
        const numbers = trialNumbers(null, CASES);
        return {
          row: what,
          column: CHANGES[change],
          scenario: {
            ...FIFTY,
            population: 'graded' as const,
            cases: CASES,
            looks: planLooks(numbers).slice(-1),
            pool: known ?? { runs, trials: numbers.once },
            change,
          },
          rule: 'gate' as const,
          draws: 600,
        };
      }),
    ),
  };
}
