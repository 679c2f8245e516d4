import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateDrop } from '#statistics/counts/drop.ts';
import { dropVariance } from '#statistics/counts/drop-variance.ts';
import { paired } from '#test/statistics/arbitraries.ts';
import { always } from '#test/support/always.ts';
import { countsUpTo } from '../arbitraries.ts';
import { expectClose } from '../expect-close.ts';

describe('estimateDrop', () => {
  test('without a comparable case there is no drop to speak of', () => {
    expect(estimateDrop([])).toBeNull();
    expect(estimateDrop([paired(0, 0, 5, 5)])).toBeNull();
  });

  test('cases with an empty side are left out of the mean', () => {
    const estimate = estimateDrop([paired(0, 0, 5, 5), paired(1, 2, 4, 4), paired(3, 3, 0, 0)]);
    expect(estimate?.cases).toBe(1);
    expect(estimate?.drop).toBe(0.5);
  });

  test('every case weighs the same, however many trials it has', () => {
    const estimate = estimateDrop([paired(0, 1, 1, 1), paired(50, 50, 50, 50)]);
    expect(estimate?.drop).toBe(0.5);
  });

  test('a suite that never failed has an interval of some width', () => {
    const estimate = estimateDrop(Array.from({ length: 4 }, () => paired(5, 5, 5, 5)));
    expect(estimate?.drop).toBe(0);
    expectClose(estimate?.standardError, 0.05);
  });

  test('one trial a side is enough for an interval', () => {
    const estimate = estimateDrop([paired(0, 1, 1, 1)]);
    expect(estimate?.drop).toBe(1);
    expectClose(estimate?.standardError, Math.sqrt(0.5 * 2 + 1));
  });

  test('variance beyond sampling joins the error of the mean, and both bounds follow', () => {
    const cases = [paired(3, 5, 14, 15), paired(5, 5, 12, 15)];
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
        const backward = estimateDrop(cases.map(({ a, n, b, m }) => paired(b, m, a, n)));
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
    const counts = paired(3, 5, 12, 15);
    const single = dropVariance([counts]);
    const double = dropVariance([counts, counts]);
    expectClose(double.wald, 2 * single.wald);
    expectClose(double.exchangeable, 2 * single.exchangeable);
    expectClose(double.pseudoFailure, single.pseudoFailure);
  });

  test('takes fractional counts: the same rates with more trials vary less', () => {
    const now = dropVariance([paired(2, 3, 12, 15)]);
    const later = dropVariance([paired((2 / 3) * 8, 8, 12, 15)]);
    expect(later.wald).toBeLessThan(now.wald);
    expect(later.exchangeable).toBeLessThan(now.exchangeable);
  });

  test('is nothing without a comparable case', () => {
    expect(dropVariance([paired(0, 0, 1, 1)])).toEqual({ wald: 0, exchangeable: 0, pseudoFailure: 0 });
  });
});
