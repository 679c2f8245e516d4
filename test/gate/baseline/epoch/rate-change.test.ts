import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CountedCase, rateChange } from '#gate/baseline/epoch/epoch.ts';
import { always } from '#test/support/always.ts';

describe('the suite', () => {
  test('a p at the limit is no change, one under it is', () => {
    // The only failure of 100 trials fell on the one new trial: mid-p is ½ · 1/100, two-sided 0.01.
    expect(rateChange([counted('a', 0, 1, 99, 99)])).toEqual({ suite: null, cases: [] });
    expect(rateChange([counted('a', 0, 1, 100, 100)]).suite).toEqual({
      p: expect.closeTo(1 / 101, 12),
      before: 1,
      now: 0,
    });
  });

  test('every case weighs the same, whatever its trials', () => {
    const cases = [counted('a', 0, 20, 20, 20), counted('b', 4, 4, 2, 2)];
    expect(rateChange(cases).suite).toMatchObject({ before: 1, now: 0.5 });
  });

  test('nothing to compare is no change', () => {
    expect(rateChange([])).toEqual({ suite: null, cases: [] });
    expect(rateChange([counted('a', 5, 5, 20, 20), counted('b', 0, 5, 0, 20)])).toEqual({ suite: null, cases: [] });
  });
});

describe('cases', () => {
  test('the p of a case is the two-sided chance of it anywhere in the suite', () => {
    // Fisher: all 4 failures among the 5 of 20 trials: C(5,4) / C(20,4) = 5/4845.
    expect(rateChange([counted('a', 1, 5, 15, 15)]).cases[0]?.p).toBeCloseTo(10 / 4845, 12);
    const flaky = Array.from({ length: 100 }, (_, i) => counted(`flaky-${i}`, 4, 5, 12, 15));
    expect(rateChange([counted('a', 1, 5, 15, 15), ...flaky]).cases).toEqual([]);
  });
});

test('better is as much a change as worse', () => {
  const count = fc.tuple(fc.nat(6), fc.nat(6), fc.nat(25), fc.nat(25));
  always(
    fc.property(fc.array(count, { minLength: 1, maxLength: 8 }), (counts) => {
      const cases = counts.map(([a, fails, b, failed], i) => counted(`case-${i}`, a, a + fails + 1, b, b + failed + 1));
      const mirrored = cases.map(({ id, a, n, b, m }) => counted(id, n - a, n, m - b, m));
      const [plain, turned] = [rateChange(cases), rateChange(mirrored)];
      expect(turned.suite?.p).toBe(plain.suite?.p);
      expect(turned.cases.map(({ id, p }) => [id, p])).toEqual(plain.cases.map(({ id, p }) => [id, p]));
    }),
    { seed: 61 },
  );
});

function counted(id: string, a: number, n: number, b: number, m: number): CountedCase {
  return { id, a, n, b, m };
}
