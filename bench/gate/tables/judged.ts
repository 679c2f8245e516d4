import type { Change } from '../change.ts';
import type { Cell, DesignValue, JudgeWithErrors, Mark, Measure, Rule, Scenario, Table } from '../scenario.ts';
import { designValue, FIFTY, POOL } from './base.ts';

/** Ten trials against twenty-five, as in the design of judged checks; 30 labels of good answers and 30 of bad ones. */
const JUDGED: Scenario = { ...FIFTY, looks: [10], pool: POOL, metrics: 'none' };
const LABELS = 30;

/** What the errors of a judge do to a gate, and the same with an audit where the judge treats a change differently. */
export const JUDGED_TABLES: readonly Table[] = [errors(), differential()];

type Named = readonly [red: number | undefined, green: number | undefined];

function errors(): Table {
  const judges: readonly (readonly [string, JudgeWithErrors, readonly [Named, Named, Named, Named]])[] = [
    [
      'perfect',
      of(1, 1),
      [
        [4.7, undefined],
        [4.7, 95.2],
        [96.1, 3.9],
        [96.1, 3.8],
      ],
    ],
    [
      '0.97 / 0.90 (J 0.87)',
      of(0.97, 0.9),
      [
        [5.1, undefined],
        [5.1, 85.4],
        [83.5, 12.1],
        [83.5, 6],
      ],
    ],
    [
      '0.95 / 0.80 (J 0.75)',
      of(0.95, 0.8),
      [
        [5.3, undefined],
        [5.3, 69.7],
        [69.5, 19.4],
        [69.5, 6],
      ],
    ],
    [
      '0.90 / 0.70 (J 0.60)',
      of(0.9, 0.7),
      [
        [5.6, undefined],
        [5.6, 45.7],
        [47.2, 26.9],
        [47.2, 5.2],
      ],
    ],
    [
      '0.85 / 0.60 (J 0.45)',
      of(0.85, 0.6),
      [
        [undefined, undefined],
        [undefined, undefined],
        [undefined, undefined],
        [undefined, undefined],
      ],
    ],
  ];
  const columns: readonly (readonly [Change, Rule, string])[] = [
    ['unchanged', 'judged-as-is', 'nothing changed, uncorrected'],
    ['unchanged', 'judged-corrected', 'nothing changed, corrected'],
    ['minus-5', 'judged-as-is', '−5 points, uncorrected'],
    ['minus-5', 'judged-corrected', '−5 points, corrected'],
    ['unchanged', 'judged', 'nothing changed, corrected, if it can tell'],
    ['minus-5', 'judged', '−5 points, corrected, if it can tell'],
  ];
  return {
    title:
      'Red / green, % of pull requests: suite test at 5 % on judged answers, a pass rules out 5 points, 50 cases, 10 trials, pool of 5 × 5, 30 + 30 labels',
    measures: ['fail', 'pass'],
    corner: 'judge: right about good / bad answers',
    cells: judges.flatMap(([row, judge, named]) =>
      columns.map(
        ([change, rule, column], index): Cell => ({
          row,
          column,
          scenario: { ...JUDGED, change, judge },
          rule,
          design: designOf(named[index]),
          marks: rule === 'judged-corrected' ? [errorMark(row, change)] : [],
          draws: 3_000,
        }),
      ),
    ),
  };
}

function errorMark(row: string, change: Change): Mark {
  return change === 'unchanged'
    ? { name: `red, unchanged, judge ${row}`, measure: 'fail', at: 'most', bound: 6 }
    : { name: `green at a drop that a pass rules out, judge ${row}`, measure: 'pass', at: 'most', bound: 10 };
}

function differential(): Table {
  const judge = of(0.95, 0.8);
  const changes: readonly (readonly [string, Change, JudgeWithErrors['here'], Named, Named])[] = [
    ['nothing', 'unchanged', {}, [undefined, undefined], [5, 50.9]],
    ['nothing, right about good ones 0.95 → 0.91', 'unchanged', { q1: 0.91 }, [63, undefined], [5.6, 41.6]],
    ['−5 points, right about bad ones 0.80 → 0.50', 'minus-5', { q0: 0.5 }, [undefined, 93], [36.7, 5.7]],
    ['−10 points, right about bad ones 0.80 → 0.50', 'minus-10', { q0: 0.5 }, [undefined, undefined], [79.9, 0.3]],
  ];
  return {
    title:
      'Red / green / alarm, % of pull requests: the judge errs differently on the change; an audit grades two trials per case of it, and five of main',
    measures: ['fail', 'pass', 'alarm'],
    corner: 'what changes: answers, judge (0.95 / 0.80 on main)',
    cells: changes.flatMap(([row, change, here, alone, audited]) =>
      (['judged', 'judged-audited'] as const).map(
        (rule): Cell => ({
          row,
          column: rule === 'judged' ? 'without audit' : 'with audit',
          scenario: { ...JUDGED, change, judge: { ...judge, ...(here !== undefined && { here }) } },
          rule,
          design: designOf(rule === 'judged' ? alone : audited),
          marks: rule === 'judged-audited' ? auditMarks(row, change, Object.keys(here ?? {}).length > 0) : [],
          draws: 3_000,
        }),
      ),
    ),
  };
}

function auditMarks(row: string, change: Change, differs: boolean): readonly Mark[] {
  const marks: readonly (readonly [string, Measure, number])[] =
    change === 'unchanged' ? [['red', 'fail', 6]] : [['green', 'pass', 10]];
  const alarm: readonly (readonly [string, Measure, number])[] = differs ? [] : [['alarm', 'alarm', 5]];
  return [...marks, ...alarm].map(([what, measure, bound]) => ({
    name: `${what}, audited: ${row}`,
    measure,
    at: 'most',
    bound,
  }));
}

function of(q1: number, q0: number): JudgeWithErrors {
  return { q1, q0, labels: LABELS };
}

function designOf([red, green]: Named = [undefined, undefined]): Readonly<Partial<Record<Measure, DesignValue>>> {
  return { fail: designValue(red, 0.8), pass: designValue(green, 0.8) };
}
