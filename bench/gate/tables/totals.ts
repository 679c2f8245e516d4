import type { Cell, Mark, Noise, Rule, Scenario, Table } from '../scenario.ts';
import { designValue, FIFTY, ONE_RUN, POOL } from './base.ts';

const UNCHANGED = { cases: 0, times: 1 };

function calibration(): Table {
  const sizes = [
    [3, 3, ONE_RUN],
    [10, 3, POOL],
    [3, 20, ONE_RUN],
  ] as const;
  return {
    title: 'Red, % of unchanged totals: the test of the total alone at 5 %',
    measures: ['fail'],
    corner: 'tokens of a trial',
    cells: (['sd 0.3', 'sd 1', 't(2)', 'half cached'] as const).flatMap((noise) =>
      sizes.map(([cases, trials, pool]): Cell => {
        const column = `${plural(cases)}, ${trials} v ${pool.runs * pool.trials}`;
        return {
          row: noise,
          column,
          scenario: tokens(noise, { cases, looks: [trials], pool }, UNCHANGED),
          rule: 'total-only',
          marks: [{ name: `total at 5 %, ${noise}, ${column}`, measure: 'fail', at: 'most', bound: 5.5 }],
          draws: 2_000,
        };
      }),
    ),
  };
}

/** Red at least, %, of what rises in which noise, and what the design of the test names. */
const RISES: readonly (readonly [
  what: string,
  cases: number,
  risen: { readonly cases: number; readonly times: number },
  least: readonly [number, number, number, number],
  design: readonly [number, number, number, number],
])[] = [
  ['1 of 20 × 30', 20, { cases: 1, times: 30 }, [100, 99, 89, 89], [100, 100, 93.5, 92]],
  ['2 of 20 × 10', 20, { cases: 2, times: 10 }, [100, 99, 84, 79], [100, 99.5, 87, 87.5]],
  ['5 of 20 × 3', 20, { cases: 5, times: 3 }, [100, 99, 55, 65], [100, 99.5, 57, 68.5]],
  ['20 of 20 × 1.5', 20, { cases: 20, times: 1.5 }, [100, 99, 80, 97], [100, 100, 80, 97.5]],
  ['3 of 3 × 3', 3, { cases: 3, times: 3 }, [100, 99, 71, 85], [100, 100, 71, 87]],
];

/** As few trials as a policy may fix. */
const THREE = { runs: 1, trials: 3 };

/** Monte Carlo error of the design's figures, of a share of one half. */
const DESIGN_ERROR = 3.5;

const COLUMNS = [
  ['none', ONE_RUN],
  ['sd 0.3', ONE_RUN],
  ['sd 1', ONE_RUN],
  ['sd 1', POOL],
] as const satisfies readonly (readonly [Noise, Scenario['pool']])[];

function throughTheRule(): Table {
  const unchanged = [1, 3, 20, 50].flatMap((cases) =>
    COLUMNS.map(([noise, pool]) =>
      cell(`nothing, ${plural(cases)}`, cases, UNCHANGED, noise, pool, 'gate-again', (name) => [
        { name: `red, ${name}`, measure: 'fail', at: 'most', bound: 2 },
        { name: `open, ${name}`, measure: 'inconclusive', at: 'most', bound: 2 },
      ]),
    ),
  );
  const risen = RISES.flatMap(([what, cases, rise, least, design]) =>
    COLUMNS.map(
      ([noise, pool], column): Cell => ({
        ...cell(what, cases, rise, noise, pool, 'gate-again', (name) => [
          { name: `red, ${name}`, measure: 'fail', at: 'least', bound: least[column] ?? 0 },
        ]),
        design: { fail: designValue(design[column], DESIGN_ERROR) },
      }),
    ),
  );
  const alone = (['none', 'sd 0.3'] as const).flatMap((noise) => [
    cell('nothing, 20 cases, stored trials decide', 20, UNCHANGED, noise, ONE_RUN, 'gate-alone', (name) => [
      { name: `pass, ${name}`, measure: 'pass', at: 'least', bound: 96 },
    ]),
    cell('1 of 20 × 30, stored trials decide', 20, { cases: 1, times: 30 }, noise, ONE_RUN, 'gate-alone', (name) => [
      { name: `pass, ${name}`, measure: 'pass', at: 'most', bound: noise === 'none' ? 0 : 6 },
    ]),
  ]);
  const few = (['none', 'sd 0.3', 'sd 1'] as const).flatMap((noise) => [
    cell('nothing, 20 cases, stored trials decide', 20, UNCHANGED, noise, THREE, 'gate-alone', (name) => [
      { name: `red, ${name}`, measure: 'fail', at: 'most', bound: 2 },
    ]),
    cell('1 of 20 × 30, stored trials decide', 20, { cases: 1, times: 30 }, noise, THREE, 'gate-alone', (name) =>
      noise === 'sd 1' ? [] : [{ name: `pass, ${name}`, measure: 'pass', at: 'most', bound: 1 }],
    ),
  ]);
  const sessions = [ONE_RUN, POOL].flatMap((pool) => [
    cell('nothing, 20 cases', 20, UNCHANGED, 'half sessions', pool, 'gate-again', (name) => [
      { name: `red, ${name}`, measure: 'fail', at: 'most', bound: 5 },
    ]),
    cell('nothing, 20 cases, stored trials decide', 20, UNCHANGED, 'half sessions', pool, 'gate-alone', (name) => [
      { name: `red, ${name}`, measure: 'fail', at: 'most', bound: 5 },
    ]),
  ]);
  return {
    title: 'Red / open, % of pull requests: tokens alone are gated, three trials at the look (five against 25 of main)',
    measures: ['fail', 'inconclusive'],
    corner: 'what rises',
    cells: [...unchanged, ...risen, ...alone, ...few, ...sessions],
  };
}

function cell(
  row: string,
  cases: number,
  risen: { readonly cases: number; readonly times: number },
  noise: Noise,
  pool: Scenario['pool'],
  rule: Rule,
  marksOf: (name: string) => readonly Mark[],
): Cell {
  const column = `${noise}, ${pool.runs} × ${pool.trials} of main`;
  return {
    row,
    column,
    scenario: tokens(noise, { cases, looks: [pool === POOL ? 5 : 3], pool }, risen),
    rule,
    marks: marksOf(`${row}, ${column}`),
    draws: 500,
  };
}

function tokens(
  noise: Noise,
  facts: Pick<Scenario, 'cases' | 'looks' | 'pool'>,
  risen: { readonly cases: number; readonly times: number },
): Scenario {
  return { ...FIFTY, ...facts, amounts: { kind: 'tokens', noise, risen } };
}

function caching(): Table {
  const rows: readonly (readonly [row: string, known: 'list' | 'paid', times: number, alike: boolean])[] = [
    ['list price', 'list', 1, false],
    ['paid, both sides now warm or cold by themselves', 'paid', 1, false],
    ['paid, both sides now alike', 'paid', 1, true],
    ['list price, output × 1.5', 'list', 1.5, false],
  ];
  return {
    title:
      'Red / open, % of pull requests: cost alone is gated, 20 cases, half of the runs find a warm cache (90 % of the calls)',
    measures: ['fail', 'inconclusive'],
    corner: 'what is known of the cost',
    cells: rows.flatMap(([row, known, times, alike]) =>
      ([ONE_RUN, POOL] as const).flatMap((pool) =>
        (['gate-again', 'gate-alone'] as const).map((rule): Cell => {
          const column = `${pool.runs} × ${pool.trials} of main, ${rule === 'gate-again' ? 'main can be run' : 'stored trials decide'}`;
          return {
            row,
            column,
            scenario: {
              ...FIFTY,
              cases: 20,
              looks: [5],
              pool,
              amounts: { kind: 'cost', known, output_times: times, alike },
            },
            rule,
            design: {
              fail: designValue(rule === 'gate-again' ? designOf(known, alike, pool) : undefined, DESIGN_ERROR),
            },
            marks: cacheMarks(`${row}, ${column}`, known, times, rule),
            draws: 500,
          };
        }),
      ),
    ),
  };
}

/** Red, %, of what changed nothing. */
function designOf(known: 'list' | 'paid', alike: boolean, { runs }: Scenario['pool']): number | undefined {
  if (known === 'list') return undefined;
  return alike ? 0 : runs === 1 ? 7.7 : 11.3;
}

/** With paid costs alone, a run of either side that starts cold is no other than one that costs more. */
function cacheMarks(name: string, known: 'list' | 'paid', times: number, rule: Rule): readonly Mark[] {
  const isJudgedNow = rule === 'gate-again';
  if (times > 1) return isJudgedNow ? [{ name: `red, ${name}`, measure: 'fail', at: 'least', bound: 99 }] : [];
  if (known === 'paid' && isJudgedNow) return [];
  return [{ name: `red, ${name}`, measure: 'fail', at: 'most', bound: 0.5 }];
}

function plural(cases: number): string {
  return cases === 1 ? '1 case' : `${cases} cases`;
}

/** The test of a total, what becomes of it by the whole rule, and caches that are warm in one run and cold in the next. */
export const TOTALS: readonly Table[] = [calibration(), throughTheRule(), caching()];
