import { planLooks } from '#trials/trial/looks.ts';
import { trialNumbers } from '#trials/trial/trial-range.ts';
import type { Change } from '../change.ts';
import type { Cell, Mark, Table } from '../scenario.ts';
import { CHANGES, FIFTY } from './base.ts';

/** Red, % of drops of 10 points in a suite of twenty cases, by runs of main: main's stored trials decide what is tried again. */
const AT_TWENTY: Readonly<Record<number, number>> = { 1: 66, 3: 80, 5: 85 };

/** Small suites and young baselines, with the trials that their size asks for. */
export const LITTLE: readonly Table[] = [unchanged(), changed()];

function unchanged(): Table {
  return {
    title:
      'Red / open, % of pull requests that change nothing / trials per case / further trials per case, both sides: graded suite, trials by suite size, fresh trials decide',
    measures: ['fail', 'inconclusive', 'trials', 'further'],
    corner: 'cases',
    cells: [3, 5, 10, 20, 50, 100].flatMap((cases) =>
      [1, 3, 5, 10].map((runs) =>
        cell(cases, runs, 'unchanged', [
          { name: `red, unchanged, ${what(cases, runs)}`, measure: 'fail', at: 'most', bound: 5 },
          {
            name: `open, unchanged, ${what(cases, runs)}`,
            measure: 'inconclusive',
            at: 'most',
            bound: cases < 5 ? 10 : 2,
          },
          ...(cases === 50
            ? [{ name: `trials, unchanged, ${what(cases, runs)}`, measure: 'trials', at: 'most', bound: 6 } as const]
            : []),
        ]),
      ),
    ),
  };
}

function changed(): Table {
  const collapse = (cases: number, runs: number): readonly Mark[] => [
    { name: `one case 95 → 10 %, ${what(cases, runs)}`, measure: 'fail', at: 'least', bound: 98 },
    { name: `plain pass of it, ${what(cases, runs)}`, measure: 'pass', at: 'most', bound: 1.3 },
  ];
  const half = (cases: number, runs: number): readonly Mark[] =>
    runs === 1 ? [{ name: `one case 98 → 49 %, ${what(cases, runs)}`, measure: 'fail', at: 'least', bound: 50 }] : [];
  const tenth = (cases: number, runs: number): readonly Mark[] => {
    const bound = cases === 20 ? (AT_TWENTY[runs] ?? 80) : 90;
    return cases < 20 ? [] : [{ name: `−10 points, ${what(cases, runs)}`, measure: 'fail', at: 'least', bound }];
  };
  return {
    title: 'Red / green, % of pull requests that break something: the same suites',
    measures: ['fail', 'pass'],
    corner: 'cases',
    cells: [5, 10, 20, 50, 100].flatMap((cases) =>
      [1, 3, 5].flatMap((runs) => [
        cell(cases, runs, 'one-collapses', collapse(cases, runs)),
        cell(cases, runs, 'one-halves', half(cases, runs)),
        cell(cases, runs, 'minus-10', tenth(cases, runs)),
      ]),
    ),
  };
}

function cell(cases: number, runs: number, change: Change, marks: readonly Mark[]): Cell {
  const numbers = trialNumbers(null, cases);
  return {
    row: String(cases),
    column: change === 'unchanged' ? runsOf(runs) : `${CHANGES[change]}, ${runsOf(runs)}`,
    scenario: {
      ...FIFTY,
      population: 'graded',
      cases,
      looks: planLooks(numbers),
      pool: { runs, trials: numbers.once },
      change,
    },
    rule: 'gate-again',
    marks,
    draws: 1_000,
  };
}

function what(cases: number, runs: number): string {
  return `${cases} cases, ${runsOf(runs)}`;
}

function runsOf(runs: number): string {
  return runs === 1 ? '1 run of main' : `${runs} runs of main`;
}
