import type { Change } from '../change.ts';
import type { Cell, Mark, Table } from '../scenario.ts';
import { ADAPTIVE, CHANGES, FIFTY } from './base.ts';

/** Where no failure can be confirmed: main's own runs, few as they are, say how far days differ. */
export const UNCONFIRMED: Table = unconfirmed();

function unconfirmed(): Table {
  const columns: readonly (readonly [Change, number])[] = [
    ['unchanged', 0],
    ['unchanged', 0.3],
    ['minus-5', 0],
    ['minus-10', 0],
    ['minus-10', 0.3],
    ['one-broken', 0],
  ];
  return {
    title:
      "Red / open, % of pull requests: whole gate on 50 cases where main can't be run, five trials in each run of main, looks 3, 5, 10",
    measures: ['fail', 'inconclusive'],
    corner: 'runs of main',
    cells: [1, 3, 5, 10].flatMap((runs) =>
      columns.map(
        ([change, drift]): Cell => ({
          row: String(runs),
          column: `${CHANGES[change]}, drift ${drift}`,
          scenario: { ...FIFTY, pool: { runs, trials: 5 }, looks: ADAPTIVE, metrics: 'drawn', change, drift },
          rule: 'gate-alone',
          marks: change === 'unchanged' ? [markOf(runs, drift)] : [],
          draws: change === 'unchanged' ? 2_000 : 1_000,
        }),
      ),
    ),
  };
}

function markOf(runs: number, drift: number): Mark {
  const what = `${runs} ${runs === 1 ? 'run' : 'runs'} of main alone`;
  return drift === 0
    ? { name: `open, unchanged, no drift, ${what}`, measure: 'inconclusive', at: 'most', bound: 10 }
    : { name: `red, unchanged, drift ${drift}, ${what}`, measure: 'fail', at: 'most', bound: 5 };
}
