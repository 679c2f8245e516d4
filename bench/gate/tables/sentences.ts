import { planLooks } from '#trials/trial/looks.ts';
import { trialNumbers } from '#trials/trial/trial-range.ts';
import type { Change } from '../change.ts';
import type { Cell, Mark, Rule, Scenario, Table } from '../scenario.ts';
import { CHANGES, FIFTY } from './base.ts';

/** Cases and runs of main, each with the trials that a suite of its size makes. */
const SUITES: readonly (readonly [cases: number, runs: number])[] = [
  [3, 1],
  [5, 1],
  [10, 1],
  [20, 1],
  [20, 5],
  [50, 1],
  [50, 5],
];

/** The same where every case passes at 95 %, so that main's runs show few failures, or none. */
const SURE: typeof SUITES = [
  [1, 1],
  [5, 1],
  [20, 1],
  [20, 5],
];

/** Suites of which some are open with a number of trials that settles them: ten cases or a few more, and few trials. */
const OPEN: readonly (readonly [cases: number, looks: readonly number[]])[] = [
  [10, [3]],
  [10, [5]],
  [10, [3, 5]],
  [20, [3]],
];

/** How far a sentence may be from what happens, in points. */
const NEAR = 5;

/** What reports say of reds, beside what happens to changes with that drop. */
export const SENTENCES: readonly Table[] = [
  sentences(SUITES, 'graded', 'gate-again', 'fresh trials of both sides decide'),
  sentences(SUITES, 'graded', 'gate-alone', 'stored trials of main decide'),
  singleCase(),
  settling(),
];

export const SURE_SENTENCES: Table = sentences(SURE, 'sure', 'gate-again', 'both sides run now, all cases at 95 %');

function sentences(suites: typeof SUITES, population: 'graded' | 'sure', rule: Rule, where: string): Table {
  const changes: readonly Change[] = ['at-sight', 'at-rule-out'];
  return {
    title: `What reports say: promised / found reds / greens, % of changes, where ${where}; ${population} cases`,
    measures: ['promised', 'fail', 'pass'],
    corner: 'suite, runs of main',
    cells: suites.flatMap(([cases, runs]) =>
      changes.map((change): Cell => {
        const row = `${cases} cases, ${runs === 1 ? '1 run' : `${runs} runs`}`;
        const name = `${where}: reds beyond what is said, ${row}, a suite that ${CHANGES[change]}`;
        return {
          row,
          column: CHANGES[change],
          scenario: { ...suiteOf(cases, runs), population, change },
          rule,
          marks: change === 'at-rule-out' ? [...near(name), passed(`${where}: greens, ${row}`)] : near(name),
          draws: 500,
        };
      }),
    ),
  };
}

/** The next number of passes is often far from four of five: more is found than said, never less. */
function singleCase(): Table {
  const change: Change = 'case-at-sight';
  return {
    title: 'What reports say: "can detect that one case falls to …"; promised / found reds, % of changes; graded cases',
    measures: ['promised', 'fail', 'pass'],
    corner: 'suite, runs of main',
    cells: SUITES.flatMap(([cases, runs]) =>
      (['gate-again', 'gate-alone'] as const).map((rule): Cell => {
        const row = `${cases} cases, ${runs === 1 ? '1 run' : `${runs} runs`}`;
        const column = rule === 'gate-again' ? 'fresh trials decide' : 'stored trials decide';
        return {
          row,
          column,
          scenario: { ...suiteOf(cases, runs), change },
          rule,
          marks: [
            { name: `reds beyond what is said, ${column}, ${row}`, measure: 'beyond', at: 'least', bound: -NEAR },
          ],
          draws: 500,
        };
      }),
    ),
  };
}

function settling(): Table {
  const change: Change = 'any-fall';
  return {
    title:
      'What reports say: "N more trials per case settle it 4 times out of 5"; settled, % of open suites, where stored trials of main decide',
    measures: ['settled'],
    corner: 'suite, trials per case',
    cells: OPEN.map(([cases, looks]): Cell => {
      const row = `${cases} cases, ${looks.join(' or ')}`;
      const name = `settled by as many trials as said, ${row} trials`;
      return {
        row,
        column: CHANGES[change],
        scenario: { ...suiteOf(cases, 5), looks, change },
        rule: 'settling',
        marks: [{ name, measure: 'settled', at: 'least', bound: 80 - NEAR }],
        draws: 500,
      };
    }),
  };
}

function suiteOf(cases: number, runs: number): Omit<Scenario, 'change'> {
  const numbers = trialNumbers(null, cases);
  return { ...FIFTY, population: 'graded', cases, looks: planLooks(numbers), pool: { runs, trials: numbers.once } };
}

/** Of changes that fall by just what a pass rules out, 5 % pass. */
function passed(name: string): Mark {
  return { name: `${name}, a suite that ${CHANGES['at-rule-out']}`, measure: 'pass', at: 'most', bound: 5 + NEAR };
}

function near(name: string): readonly Mark[] {
  return [
    { name, measure: 'beyond', at: 'most', bound: NEAR },
    { name, measure: 'beyond', at: 'least', bound: -NEAR },
  ];
}
