import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { binomialPmf } from '#statistics/distributions/binomial.ts';
import { hypergeometricPmf } from '#statistics/distributions/hypergeometric.ts';
import { always } from '#test/support/always.ts';
import { countsUpTo } from '../arbitraries.ts';
import { candidatePassesOfEveryDeal, share } from '../enumeration.ts';
import { expectClose } from '../expect-close.ts';

describe('hypergeometricPmf', () => {
  test('is the share of all deals of the passes, counted one by one', () => {
    always(
      fc.property(countsUpTo(4, 0), (counts) => {
        const { a, n, b, m } = counts;
        const deals = candidatePassesOfEveryDeal(counts);
        const { low, probabilities } = hypergeometricPmf(a + b, n, m);
        for (let passes = 0; passes <= n; passes++) {
          const counted = share(deals, (each) => each === passes);
          expectClose(probabilities[passes - low] ?? 0, counted, 1e-13);
        }
      }),
    );
  });

  test.each([
    { k: 0, n: 3, m: 4, low: 0 },
    { k: 7, n: 3, m: 4, low: 3 },
    { k: 2, n: 0, m: 4, low: 0 },
    { k: 2, n: 4, m: 0, low: 2 },
    { k: 0, n: 0, m: 0, low: 0 },
  ])('nothing to deal is one certain outcome: k=$k n=$n m=$m', ({ k, n, m, low }) => {
    expect(hypergeometricPmf(k, n, m)).toEqual({ low, probabilities: [1] });
  });

  test('large tables keep their tails to full relative precision', () => {
    // 1 / C(120, 60), the chance that all 60 passes fall on the baseline
    expectClose(hypergeometricPmf(60, 60, 60).probabilities[0], 1.035036944093482e-35, 1e-12);
    const wide = hypergeometricPmf(1000, 700, 900).probabilities;
    expectClose(
      wide.reduce((sum, p) => sum + p, 0),
      1,
      1e-12,
    );
    expect(wide.every((p) => p >= 0)).toBe(true);
  });

  test.each([
    { k: 8, n: 3, m: 4 },
    { k: -1, n: 3, m: 4 },
    { k: 1, n: 1.5, m: 4 },
    { k: 1, n: 3, m: Number.NaN },
  ])('impossible counts are refused: k=$k n=$n m=$m', ({ k, n, m }) => {
    expect(() => hypergeometricPmf(k, n, m)).toThrow(RangeError);
  });
});

describe('binomialPmf', () => {
  test.each([
    { trials: 0, rate: 0.3, expected: [1] },
    { trials: 1, rate: 0.25, expected: [0.75, 0.25] },
    { trials: 3, rate: 0.5, expected: [0.125, 0.375, 0.375, 0.125] },
    { trials: 2, rate: 0, expected: [1, 0, 0] },
    { trials: 2, rate: 1, expected: [0, 0, 1] },
  ])('of $trials trials at rate $rate', ({ trials, rate, expected }) => {
    const actual = binomialPmf(trials, rate);
    expect(actual).toHaveLength(expected.length);
    for (const [x, probability] of expected.entries()) expectClose(actual[x], probability, 1e-15);
  });

  test('does not underflow where the probability of no pass does', () => {
    const actual = binomialPmf(2000, 0.9);
    expectClose(
      actual.reduce((sum, p, x) => sum + p * x, 0),
      1800,
      1e-12,
    );
  });
});
