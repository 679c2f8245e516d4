import type { Change } from '../change.ts';
import type { Minutes } from '../minutes.ts';
import type { Cell, Table } from '../scenario.ts';
import { ADAPTIVE, CHANGES, FIFTY } from './base.ts';

const GRADED = { ...FIFTY, population: 'graded', looks: ADAPTIVE } as const;
const SUITES = [
  ['20 cases, 1 run of main', { cases: 20, pool: { runs: 1, trials: 5 } }],
  ['50 cases, 5 runs of main', { cases: 50, pool: { runs: 5, trials: 5 } }],
] as const;

/** Minutes of an outage that begin in the looks and go on over whatever runs then; and a change that breaks what both sides use. */
export const MINUTES: readonly Table[] = [outages(false), outages(true), poisons()];

function outages(own_job: boolean): Table {
  const how = own_job ? 'main first, in a second job' : 'sides in turn round by round';
  const times: readonly Minutes[] = [
    { share: 0.2, minutes: 7.5 },
    { share: 0.5, minutes: 2.5 },
    { share: 0.5, minutes: 7.5 },
    { share: 0.5, minutes: 15 },
    { share: 1, minutes: 2.5 },
    { share: 1, minutes: 7.5 },
    { share: 1, minutes: 15 },
  ];
  const changes: readonly Change[] = ['unchanged', 'one-collapses', 'minus-20'];
  return {
    title: `Red / open, % of pull requests: minutes of an outage, graded suite, ${how}`,
    measures: ['fail', 'inconclusive'],
    corner: 'trials that fail',
    cells: SUITES.flatMap(([suite, sized]) =>
      times.flatMap((outage) =>
        changes.map((change): Cell => {
          const row = `${suite}: ${100 * outage.share} % for ${outage.minutes} minutes`;
          return {
            row,
            column: CHANGES[change],
            scenario: { ...GRADED, ...sized, change, outage, ...(own_job && { own_job }) },
            rule: 'gate-again',
            marks:
              change === 'unchanged'
                ? [
                    {
                      name: `red, unchanged, ${row}${own_job ? `, ${how}` : ''}`,
                      measure: 'fail',
                      at: 'most',
                      bound: 5,
                    },
                  ]
                : [],
            draws: sized.cases === 20 || change === 'unchanged' ? 1_000 : 300,
          };
        }),
      ),
    ),
  };
}

function poisons(): Table {
  const changes: readonly Change[] = ['minus-20', 'minus-30', 'one-gone'];
  return {
    title: "Red / green, % of pull requests: a round of the change breaks all of main's next turn",
    measures: ['fail', 'pass'],
    corner: 'suite',
    cells: SUITES.flatMap(([row, sized]) =>
      changes.map(
        (change): Cell => ({
          row,
          column: CHANGES[change],
          scenario: { ...GRADED, ...sized, change, poisons: true },
          rule: 'gate-again',
          marks: [{ name: `green, poisoned, ${CHANGES[change]}, ${row}`, measure: 'pass', at: 'most', bound: 1 }],
          draws: 500,
        }),
      ),
    ),
  };
}
