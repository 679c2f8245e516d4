import type { Cell, Mark, Table } from '../scenario.ts';
import { ADAPTIVE, CHANGES, FIFTY } from './base.ts';

/** Of unchanged pull requests: few fresh rounds leave more of them open. */
const OPEN = { 5: 25, 10: 10, 20: 5 } as const;

/** Of a test that falls: those that so few rounds of main do not choose. Reports say that one in five may stay green. */
const GREEN = { 3: 17, 5: 8 } as const;

/** Small suites of a runner where every test passes in 85 %, a run of main of few rounds, and as few fresh rounds as `again` allows. */
export const FEW_ROUNDS: Table = {
  title:
    'Red / open / green, % of pull requests: rounds of a suite’s own runner, every test at 85 %, at most N fresh rounds of each side (`again: N`)',
  measures: ['fail', 'inconclusive', 'pass'],
  corner: 'tests, rounds of main, N',
  cells: [12, 24].flatMap((cases) =>
    ([3, 5] as const).flatMap((rounds) =>
      ([5, 10, null] as const).flatMap((again) => [
        cell({ cases, rounds, again }, 'unchanged', (row) => [
          { name: `red, unchanged, ${row}`, measure: 'fail', at: 'most', bound: 5 },
          { name: `open, unchanged, ${row}`, measure: 'inconclusive', at: 'most', bound: OPEN[again ?? 20] },
        ]),
        cell({ cases, rounds, again }, 'one-falls', (row) => [
          { name: `plain pass of one test 85 → 10 %, ${row}`, measure: 'pass', at: 'most', bound: GREEN[rounds] },
        ]),
      ]),
    ),
  ),
};

interface Suite {
  readonly cases: number;
  readonly rounds: 3 | 5;
  readonly again: 5 | 10 | null;
}

function cell(
  { cases, rounds, again }: Suite,
  change: 'unchanged' | 'one-falls',
  marks: (row: string) => readonly Mark[],
): Cell {
  const row = `${cases} tests, ${rounds} rounds, ${again === null ? 'N not set' : `N = ${again}`}`;
  return {
    row,
    column: CHANGES[change],
    scenario: {
      ...FIFTY,
      population: 'even',
      cases,
      looks: ADAPTIVE,
      pool: { runs: 1, trials: rounds },
      rounds: { dead: 0, shift: 0 },
      change,
      ...(again !== null && { again }),
    },
    rule: 'gate-again',
    marks: marks(row),
    draws: 1_000,
  };
}
