import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateDrop } from '#statistics/counts/drop.ts';
import { caseJudge } from '#statistics/judge/case-judge.ts';
import { correctedDrop, judgeTax, shareShown } from '#statistics/judge/corrected-drop.ts';
import { canTell, isExact, type JudgeError, lowerBoundOfJ } from '#statistics/judge/judge-error.ts';
import { judgedLevel, trueRate } from '#statistics/judge/judged-level.ts';
import { paired } from '#test/statistics/arbitraries.ts';
import { always } from '#test/support/always.ts';
import { countsUpTo } from '../arbitraries.ts';

const error = (q1: number, q0: number, m = 30): JudgeError => {
  const varJ = (q1 * (1 - q1)) / m + (q0 * (1 - q0)) / m;
  return { q1, q0, m1: m, m0: m, j: q1 + q0 - 1, varJ };
};
const judgeOf = (q1: number, q0: number, m = 30) => caseJudge([{ id: 'polite', error: error(q1, q0, m) }]);
const counts = paired(8, 10, 24, 25);

describe('the rate behind a judged rate (Rogan & Gladen)', () => {
  test('80 % judged by a judge of 0.9 and 0.7 are 83.3 %', () => {
    expect(trueRate({ value: 0.8, variance: 0 }, error(0.9, 0.7)).value).toBeCloseTo(0.8333, 4);
  });

  test('its variance is that of the rate and of the labels', () => {
    const { value, variance } = trueRate({ value: 0.8, variance: 0.002 }, error(0.9, 0.7, 40));
    const labels = ((1 - value) ** 2 * 0.7 * 0.3) / 40 + (value ** 2 * 0.9 * 0.1) / 40;
    expect(variance).toBeCloseTo((0.002 + labels) / 0.6 ** 2, 12);
  });

  test.each([
    [0.5, 0.5],
    [0.3, 0.2],
  ])('a judge of %f and %f says nothing, and is refused', (q1, q0) => {
    expect(() => trueRate({ value: 0.8, variance: 0 }, error(q1, q0))).toThrow(/J = .*its verdicts say nothing/);
  });

  test('a level of 90 % is known to about 5 points by 30 + 30 labels', () => {
    const exact = { rate: 0.875, trials: 1_000_000, judge: judgeOf(0.95, 0.8) };
    const level = judgedLevel([exact]);
    expect(level?.value).toBeCloseTo(0.9, 3);
    expect((level?.ci95.high ?? 0) - (level?.value ?? 0)).toBeCloseTo(1.96 * 0.049, 2);
  });

  test('cases without a judge keep their rate', () => {
    const level = judgedLevel([
      { rate: 0.5, trials: 20, judge: null },
      { rate: 0.8, trials: 20, judge: judgeOf(0.9, 0.7) },
    ]);
    expect(level?.value).toBeCloseTo((0.5 + 0.83333) / 2, 4);
  });
});

describe('the interval of a level', () => {
  const z = 1.959963984540054;
  const spread = (rate: number, trials: number) => {
    const moderate = (rate * trials + 2) / (trials + 4);
    return moderate * (1 - moderate);
  };

  test('of cases without a judge is that of their mean rate, with two passes and two failures more', () => {
    const level = judgedLevel([
      { rate: 0.4, trials: 20, judge: null },
      { rate: 0.8, trials: 20, judge: null },
      { rate: 1, trials: 0, judge: null },
    ]);
    expect(level?.value).toBeCloseTo(0.6, 12);
    const margin = z * Math.sqrt(spread(0.6, 40) / 20 / 2);
    expect((level?.ci95.high ?? 0) - 0.6).toBeCloseTo(margin, 9);
    expect(0.6 - (level?.ci95.low ?? 0)).toBeCloseTo(margin, 9);
  });

  test('takes the spread of each kind of case by itself, that of judged ones divided by J', () => {
    const exact = judgeOf(0.9, 0.7, 1e12);
    const level = judgedLevel([
      { rate: 0.5, trials: 20, judge: null },
      { rate: 0.8, trials: 10, judge: exact },
    ]);
    const value = (0.5 + 0.5 / 0.6) / 2;
    const sampling = spread(0.5, 20) / 20 + spread(0.8, 10) / 0.36 / 10;
    expect(level?.value).toBeCloseTo(value, 9);
    expect(value - (level?.ci95.low ?? 0)).toBeCloseTo((z * Math.sqrt(sampling)) / 2, 6);
  });

  test('stays within 0 and 1, and there is none without trials', () => {
    expect(judgedLevel([])).toBeNull();
    expect(judgedLevel([{ rate: 1, trials: 0, judge: null }])).toBeNull();
    expect(judgedLevel([{ rate: 1, trials: 3, judge: null }])?.ci95.high).toBe(1);
    expect(judgedLevel([{ rate: 0, trials: 3, judge: judgeOf(0.9, 0.7) }])).toMatchObject({
      value: 0,
      ci95: { low: 0 },
    });
  });
});

describe('a drop corrected for the judge', () => {
  test('without a judge is the plain one, to the last bit', () => {
    always(
      fc.property(fc.array(countsUpTo(12, 0), { maxLength: 6 }), fc.constantFrom(0, 0.001), (cases, extra) => {
        const judged = cases.map((counts) => ({ counts, judge: null }));
        expect(correctedDrop(judged, extra)).toEqual(estimateDrop(cases, extra));
      }),
    );
  });

  test('is the judged one divided by J, with the error of both', () => {
    const judge = judgeOf(0.95, 0.8);
    const raw = estimateDrop([counts, counts]);
    const corrected = correctedDrop([
      { counts, judge },
      { counts, judge },
    ]);
    if (raw === null || corrected === null) throw new Error('no estimate');
    const varJ = error(0.95, 0.8).varJ;
    expect(corrected.drop).toBeCloseTo(raw.drop / 0.75, 12);
    const square = raw.standardError ** 2 / 0.75 ** 2 + (corrected.drop ** 2 * varJ) / 0.75 ** 2;
    expect(corrected.standardError).toBeCloseTo(Math.sqrt(square), 12);
  });

  test('is the judged one, to the last bit, where no case is judged', () => {
    const cases = [counts, paired(3, 5, 11, 15)];
    expect(
      correctedDrop(
        cases.map((counts) => ({ counts, judge: null })),
        0.001,
      ),
    ).toEqual(estimateDrop(cases, 0.001));
  });

  test('is never surer than the judged one', () => {
    const share = fc.double({ min: 0.55, max: 1, noNaN: true });
    const count = fc.integer({ min: 0, max: 10 });
    always(
      fc.property(share, share, count, count, (q1, q0, a, b) => {
        const counts = { a, n: 10, b, m: 10 };
        const corrected = correctedDrop([{ counts, judge: judgeOf(q1, q0) }]);
        expect(corrected?.standardError).toBeGreaterThanOrEqual((estimateDrop([counts])?.standardError ?? 0) - 1e-12);
      }),
    );
  });

  test('in a mixed suite only the judged cases are corrected', () => {
    const judge = judgeOf(0.95, 0.8);
    const other = paired(9, 10, 25, 25);
    const corrected = correctedDrop([
      { counts, judge },
      { counts: other, judge: null },
    ]);
    expect(corrected?.drop).toBeCloseTo(((0.96 - 0.8) / 0.75 + 0.1) / 2, 12);
    expect(shareShown([judge, null])).toBeCloseTo(0.875, 12);
    expect(judgeTax([judge, null])).toBeCloseTo(1 / 0.75 ** 2, 12);
  });

  test('the criterion that shows least of a drop speaks for a case with several', () => {
    const both = caseJudge([
      { id: 'polite', error: error(0.9, 0.9) },
      { id: 'grounded', error: error(0.95, 0.7) },
    ]);
    expect(both.j).toBeCloseTo(0.9 * 0.65, 12);
    expect(both.q1 + both.q0 - 1).toBeCloseTo(both.j, 12);
  });

  test('slopes are the derivatives: a small change of an estimate changes q1, q0 and J by as much', () => {
    const step = 1e-7;
    const [polite, grounded] = [error(0.9, 0.9), error(0.95, 0.7)];
    const at = (p: JudgeError, g: JudgeError) =>
      caseJudge([
        { id: 'polite', error: p },
        { id: 'grounded', error: g },
      ]);
    const moved = (q1: number, q0: number) => error(q1, q0);
    const before = at(polite, grounded);
    const after: Readonly<Record<string, ReturnType<typeof at>>> = {
      'q1 polite': at(moved(0.9 + step, 0.9), grounded),
      'q1 grounded': at(polite, moved(0.95 + step, 0.7)),
      'q0 grounded': at(polite, moved(0.95, 0.7 + step)),
    };
    expect(before.slopes.map(({ of }) => of).sort()).toEqual(Object.keys(after).sort());
    for (const slope of before.slopes)
      for (const key of ['q1', 'q0', 'j'] as const)
        expect(((after[slope.of]?.[key] ?? 0) - before[key]) / step).toBeCloseTo(slope[key], 5);
  });
});

describe('what labels show of a judge', () => {
  test('its J is at least the estimate less 1.645 standard errors', () => {
    expect(lowerBoundOfJ({ j: 0.75, varJ: 0.01 })).toBeCloseTo(0.75 - 0.16449, 4);
  });

  test('a judge whose J may be 0.3 or less cannot tell', () => {
    expect(canTell({ j: 0.46, varJ: 0.01 })).toBe(false);
    expect(canTell({ j: 0.47, varJ: 0.01 })).toBe(true);
  });
});

test('only a judge that is known never to err needs no correction', () => {
  expect(isExact({ j: 1, varJ: 0 })).toBe(true);
  expect(isExact({ j: 1, varJ: 0.001 })).toBe(false);
  expect(isExact({ j: 0.99, varJ: 0 })).toBe(false);
});

test('a judge is asked for something: a case without a criterion has none', () => {
  expect(() => caseJudge([])).toThrow('without a criterion');
});

test('without a case nothing is hidden, and without a judge there is no tax', () => {
  expect(shareShown([])).toBe(1);
  expect(judgeTax([])).toBeNull();
  expect(judgeTax([null])).toBeNull();
});

describe('the error of a corrected drop', () => {
  const judge = judgeOf(0.9, 0.7);

  test('has what runs of main differ by, as much larger as the judge hides', () => {
    const cases = [
      { counts, judge },
      { counts, judge: null },
    ];
    const variance = (extra: number) => (correctedDrop(cases, extra)?.standardError ?? 0) ** 2;
    expect(variance(0.004) - variance(0)).toBeCloseTo(0.004 * ((1 + 1 / 0.6) / 2) ** 2, 12);
  });

  test('has the error of labels once for all cases of a criterion: it does not average out', () => {
    const labels = (count: number) => {
      const of = (m: number) =>
        (correctedDrop(Array.from({ length: count }, () => ({ counts, judge: judgeOf(0.9, 0.7, m) })))?.standardError ??
          0) ** 2;
      return of(20) - of(2_000_000_000);
    };
    expect(labels(1)).toBeGreaterThan(0);
    expect(labels(4)).toBeCloseTo(labels(1), 9);
  });
});
