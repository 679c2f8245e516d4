import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateDrop } from '#statistics/counts/drop.ts';
import { dropVariance } from '#statistics/counts/drop-variance.ts';
import { always } from '#test/support/always.ts';
import { countsUpTo } from '../arbitraries.ts';
import { expectClose } from '../expect-close.ts';

describe('estimateDrop', () => {
  test('without a comparable case there is no drop to speak of', () => {
    expect(estimateDrop([])).toBeNull();
    expect(estimateDrop([{ a: 0, n: 0, b: 5, m: 5 }])).toBeNull();
  });

  test('cases with an empty side are left out of the mean', () => {
    const estimate = estimateDrop([
      { a: 0, n: 0, b: 5, m: 5 },
      { a: 1, n: 2, b: 4, m: 4 },
      { a: 3, n: 3, b: 0, m: 0 },
    ]);
    expect(estimate?.cases).toBe(1);
    expect(estimate?.drop).toBe(0.5);
  });

  test('every case weighs the same, however many trials it has', () => {
    const estimate = estimateDrop([
      { a: 0, n: 1, b: 1, m: 1 },
      { a: 50, n: 50, b: 50, m: 50 },
    ]);
    expect(estimate?.drop).toBe(0.5);
  });

  test('a suite that never failed has an interval of some width', () => {
    const estimate = estimateDrop(Array.from({ length: 4 }, () => ({ a: 5, n: 5, b: 5, m: 5 })));
    expect(estimate?.drop).toBe(0);
    expectClose(estimate?.standardError, 0.05);
  });

  test('one trial a side is enough for an interval', () => {
    const estimate = estimateDrop([{ a: 0, n: 1, b: 1, m: 1 }]);
    expect(estimate?.drop).toBe(1);
    expectClose(estimate?.standardError, Math.sqrt(0.5 * 2 + 1));
  });

  test('variance beyond sampling joins the error of the mean, and both bounds follow', () => {
    const cases = [
      { a: 3, n: 5, b: 14, m: 15 },
      { a: 5, n: 5, b: 12, m: 15 },
    ];
    const { drop, standardError } = estimateDrop(cases) ?? { drop: Number.NaN, standardError: Number.NaN };
    const wider = estimateDrop(cases, 0.01);
    const error = Math.sqrt(standardError ** 2 + 0.01);
    expect(wider?.drop).toBe(drop);
    expectClose(wider?.standardError, error, 1e-12);
    expectClose(wider?.ci95.low, drop - 1.959963984540054 * error, 1e-12);
    expectClose(wider?.ci95.high, drop + 1.959963984540054 * error, 1e-12);
    expectClose(wider?.upper95, drop + 1.6448536269514722 * error, 1e-12);
  });

  test('swapping the sides turns the sign and keeps the error', () => {
    always(
      fc.property(fc.array(countsUpTo(12), { minLength: 1 }), (cases) => {
        const forward = estimateDrop(cases);
        const backward = estimateDrop(cases.map(({ a, n, b, m }) => ({ a: b, n: m, b: a, m: n })));
        expect(Math.abs((forward?.drop ?? Number.NaN) + (backward?.drop ?? Number.NaN))).toBeLessThan(1e-12);
        expectClose(forward?.standardError, backward?.standardError ?? Number.NaN, 1e-12);
      }),
    );
  });

  test('the order of the cases changes nothing but rounding', () => {
    always(
      fc.property(fc.array(countsUpTo(12), { minLength: 1 }), (cases) => {
        const forward = estimateDrop(cases);
        const backward = estimateDrop(cases.toReversed());
        expect(Math.abs((forward?.drop ?? Number.NaN) - (backward?.drop ?? Number.NaN))).toBeLessThan(1e-12);
        expectClose(forward?.upper95, backward?.upper95 ?? Number.NaN, 1e-9);
      }),
    );
  });

  test('the bounds lie in order around the drop', () => {
    always(
      fc.property(fc.array(countsUpTo(12), { minLength: 1 }), (cases) => {
        const { drop, ci95, upper95 } = estimateDrop(cases) ?? { drop: 0, ci95: { low: 1, high: -1 }, upper95: 0 };
        expect(ci95.low).toBeLessThan(drop);
        expect(drop).toBeLessThan(upper95);
        expect(upper95).toBeLessThan(ci95.high);
      }),
    );
  });
});

describe('dropVariance', () => {
  test('adds over cases, except the pseudo-failure, which is one for the whole suite', () => {
    const counts = { a: 3, n: 5, b: 12, m: 15 };
    const single = dropVariance([counts]);
    const double = dropVariance([counts, counts]);
    expectClose(double.wald, 2 * single.wald);
    expectClose(double.exchangeable, 2 * single.exchangeable);
    expectClose(double.pseudoFailure, single.pseudoFailure);
  });

  test('takes fractional counts: the same rates with more trials vary less', () => {
    const now = dropVariance([{ a: 2, n: 3, b: 12, m: 15 }]);
    const later = dropVariance([{ a: (2 / 3) * 8, n: 8, b: 12, m: 15 }]);
    expect(later.wald).toBeLessThan(now.wald);
    expect(later.exchangeable).toBeLessThan(now.exchangeable);
  });

  test('is nothing without a comparable case', () => {
    expect(dropVariance([{ a: 0, n: 0, b: 1, m: 1 }])).toEqual({ wald: 0, exchangeable: 0, pseudoFailure: 0 });
  });
});
