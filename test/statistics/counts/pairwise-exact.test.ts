import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holm, type Passes, pairwiseExact } from '#statistics/counts/pairwise-exact.ts';
import { always } from '#test/support/always.ts';
import { familyError, power } from '../../../bench/agents-compared.ts';
import { expectClose } from '../expect-close.ts';

const passes: fc.Arbitrary<Passes> = fc
  .integer({ min: 0, max: 8 })
  .chain((scored) => fc.record({ passed: fc.integer({ min: 0, max: scored }), scored: fc.constant(scored) }));

/** Some sides over the same cases. */
const sides = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 6 }))
  .chain(([agents, cases]) =>
    fc.array(fc.array(passes, { minLength: cases, maxLength: cases }), { minLength: agents, maxLength: agents }),
  );

describe('pairs of agents', () => {
  test('every agent is tested against every later one, once', () => {
    const side: readonly Passes[] = [{ passed: 1, scored: 2 }];
    expect(pairwiseExact([side, side, side]).map(({ first, second }) => [first, second])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expect(pairwiseExact([side])).toEqual([]);
    expect(pairwiseExact([])).toEqual([]);
  });

  test('the order of two agents changes the sign of their difference and nothing else', () => {
    always(
      fc.property(sides, ([left = [], right = []]) => {
        const [test] = pairwiseExact([left, right]);
        const [turned] = pairwiseExact([right, left]);
        expect(turned?.p).toBe(test?.p);
        expect(turned?.cases).toBe(test?.cases);
        const [before, after] = [test?.difference ?? null, turned?.difference ?? null];
        expect(after === null).toBe(before === null);
        // Rates: a difference of 1e-17 is none.
        expect(after ?? 0).toBeCloseTo(-(before ?? 0), 12);
        expect(turned?.ci95?.low ?? 0).toBeCloseTo(-(test?.ci95?.high ?? 0), 9);
      }),
    );
  });

  test('the interval holds the difference, and both are changes that a rate can have', () => {
    always(
      fc.property(sides, (all) => {
        for (const { difference, ci95, p, p_holm, cases } of pairwiseExact(all)) {
          expect(cases === 0).toBe(difference === null);
          if (difference !== null && ci95 !== null) {
            expect(ci95.low).toBeGreaterThanOrEqual(-1);
            expect(ci95.high).toBeLessThanOrEqual(1);
            expect(ci95.low).toBeLessThanOrEqual(difference + 1e-12);
            expect(ci95.high).toBeGreaterThanOrEqual(difference - 1e-12);
          }
          expect(p).toBeGreaterThan(0);
          expect(p_holm).toBeGreaterThanOrEqual(p);
          expect(p_holm).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test('one more pass of the better agent never makes the difference look less real', () => {
    always(
      fc.property(sides, ([left = [], right = []]) => {
        const [before] = pairwiseExact([left, right]);
        const at = right.findIndex(({ passed, scored }, i) => passed < scored && (left[i]?.scored ?? 0) > 0);
        fc.pre(at >= 0 && before !== undefined && (before.difference ?? 0) > 0 && before.p < 1);
        const [after] = pairwiseExact([
          left,
          right.map((item, i) => (i === at ? { ...item, passed: item.passed + 1 } : item)),
        ]);
        expect(after?.difference ?? 0).toBeGreaterThan(before?.difference ?? 1);
      }),
    );
  });

  test('cases without judged trials on either side say nothing', () => {
    const [test] = pairwiseExact([[{ passed: 3, scored: 3 }], [{ passed: 0, scored: 0 }]]);
    expect(test).toEqual({ first: 0, second: 1, cases: 0, difference: null, ci95: null, p: 1, p_holm: 1 });
  });

  test('a difference in every trial of one case is as unlikely as dealing the passes says, twice', () => {
    const [test] = pairwiseExact([[{ passed: 0, scored: 5 }], [{ passed: 5, scored: 5 }]]);
    expectClose(test?.p ?? 1, 2 / 252, 1e-12);
    expect(test?.difference).toBe(1);
  });
});

describe('Holm', () => {
  test('is as in the textbook', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(holm([])).toEqual([]);
    expect(holm([0.6, 0.9])).toEqual([1, 1]);
  });

  test('rejects exactly what stepping down through the ordered p-values rejects', () => {
    const p = fc.double({ min: 0, max: 1, noNaN: true });
    always(
      fc.property(fc.array(p, { maxLength: 10 }), (values) => {
        const ascending = values.toSorted((left, right) => left - right);
        const stop = ascending.findIndex((value, rank) => (values.length - rank) * value > 0.05);
        const rejected = stop === -1 ? ascending : ascending.slice(0, stop);
        const adjusted = holm(values).filter((value) => value <= 0.05);
        expect(adjusted).toHaveLength(rejected.length);
      }),
    );
  });
});

test('comparisons of equal agents show any difference in at most 5 % of all cases, however many agents there are', () => {
  for (const agents of [2, 4]) {
    const { rate } = familyError({ agents, cases: 20, trials: 5 }, 600);
    // Two standard errors of 600 comparisons.
    expect(rate).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt((0.05 * 0.95) / 600));
    expect(rate, 'a test that never shows anything would be useless').toBeGreaterThan(0);
  }
});

test('an agent that passes every case less often by 15 points is found out', () => {
  expect(power(50, 5, 0.15, 100)).toBeGreaterThan(0.95);
});
