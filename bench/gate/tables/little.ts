import { planLooks } from '#domain/trial/looks.ts';
import { trialNumbers } from '#domain/trial/trial-range.ts';
import type { Change } from '../change.ts';
import type { Cell, Mark, Table } from '../scenario.ts';
import { CHANGES, FIFTY } from './base.ts';

/** Small suites and young baselines, with the trials that their size asks for. */
export const LITTLE: readonly Table[] = [unchanged(), changed()];

function unchanged(): Table {
  return {
    title:
      'Red / open, % of pull requests that change nothing / trials per case / further trials per case, both sides: graded suite, trials by suite size, cases tried again',
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
            bound: cases < 5 ? 20 : 10,
          },
          ...(cases === 50
            ? [{ name: `trials, unchanged, ${what(cases, runs)}`, measure: 'trials', at: 'most', bound: 4.8 } as const]
            : []),
        ]),
      ),
    ),
  };
}

function changed(): Table {
  const collapse = (cases: number, runs: number): readonly Mark[] => [
    { name: `one case 95 → 10 %, ${what(cases, runs)}`, measure: 'fail', at: 'least', bound: 95 },
    // Where main's only run failed such a case by bad luck, it must look much worse before it is tried again.
    { name: `plain pass of it, ${what(cases, runs)}`, measure: 'pass', at: 'most', bound: runs === 1 ? 4 : 1 },
  ];
  const half = (cases: number, runs: number): readonly Mark[] =>
    runs === 1 ? [{ name: `one case 98 → 49 %, ${what(cases, runs)}`, measure: 'fail', at: 'least', bound: 50 }] : [];
  // Twenty cases show a drop of 10 points in some 75 % at most, whatever is asked of a pass: main's pool has 25 trials of each.
  const tenth = (cases: number, runs: number): readonly Mark[] =>
    cases < 50 ? [] : [{ name: `−10 points, ${what(cases, runs)}`, measure: 'fail', at: 'least', bound: 80 }];
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
    rule: 'gate-whole',
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
