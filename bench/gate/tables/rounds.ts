import type { Cell, Mark, Scenario, Table } from '../scenario.ts';
import { ADAPTIVE, CHANGES, FIFTY } from './base.ts';

const ALIVE = 'all live';

/** Some rounds take a third more tokens than others, in all cases alike. */
const SLOWER = 'tokens shifted by 0.3';

/** The guard of rounds costs little where none dies. */
const SEEN: Mark = { name: 'red, −10 points, rounds, 5 runs of main', measure: 'fail', at: 'least', bound: 85 };

/** A suite that its own runner runs: all tests of a round share its fate. */
export const ROUNDS: Table = {
  title: 'Red / open, % of pull requests: rounds of a suite’s own runner, of which some die whole, graded suite of 20',
  measures: ['fail', 'inconclusive'],
  corner: 'rounds',
  cells: [
    ...tooFew(),
    ...fates().flatMap(([row, rounds]) =>
      plans().flatMap(([column, plan]) =>
        cellsOf(row, column, { ...plan, rounds, ...(row === SLOWER && { metrics: 'drawn' }) }),
      ),
    ),
  ],
};

/** Two rounds of a side do not say what rounds share. */
function tooFew(): readonly Cell[] {
  const row = 'shifted by 1';
  return (['unchanged', 'minus-10'] as const).map((change) => ({
    row,
    column: `two rounds on each side, ${CHANGES[change]}, main not run`,
    scenario: {
      ...FIFTY,
      population: 'graded',
      cases: 20,
      looks: [2],
      pool: { runs: 1, trials: 2 },
      rounds: { dead: 0, shift: 1 },
      change,
    },
    rule: 'gate-alone',
    marks: [{ name: `green, two rounds, ${CHANGES[change]}`, measure: 'pass', at: 'most', bound: 0 }],
    draws: 500,
  }));
}

function fates(): readonly (readonly [string, NonNullable<Scenario['rounds']>])[] {
  return [
    [ALIVE, { dead: 0, shift: 0 }],
    ['2 % die', { dead: 0.02, shift: 0 }],
    ['5 % die', { dead: 0.05, shift: 0 }],
    ['shifted by 1', { dead: 0, shift: 1 }],
    [SLOWER, { dead: 0, shift: 0, log_tokens: 0.3 }],
  ];
}

function plans(): readonly (readonly [string, Pick<Scenario, 'pool'>])[] {
  return [
    ['1 run of main', { pool: { runs: 1, trials: 5 } }],
    ['5 runs of main', { pool: { runs: 5, trials: 5 } }],
  ];
}

function cellsOf(row: string, column: string, facts: Partial<Scenario>): readonly Cell[] {
  const scenario = { ...FIFTY, population: 'graded', cases: 20, looks: ADAPTIVE, ...facts } as const;
  const cell = (name: string, rule: Cell['rule'], change: Scenario['change'], marks: readonly Mark[]): Cell => ({
    row,
    column: `${column}, ${name}`,
    scenario: { ...scenario, change },
    rule,
    marks,
    draws: 1_000,
  });
  const unchanged = cell('unchanged', 'gate-again', 'unchanged', [red(`red, unchanged, rounds, ${row}, ${column}`)]);
  if (facts.pool?.runs === 1) return [unchanged];
  const alone = red(`red, unchanged, rounds, ${row}, ${column}, main not run`);
  return [
    unchanged,
    cell('unchanged, main not run', 'gate-alone', 'unchanged', [alone]),
    cell('−10 points', 'gate-again', 'minus-10', row === ALIVE ? [SEEN] : []),
  ];
}

function red(name: string): Mark {
  return { name, measure: 'fail', at: 'most', bound: 5 };
}
