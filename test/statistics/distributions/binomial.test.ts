import fc from 'fast-check';
import { expect, test } from 'vitest';
import { binomialPmf } from '#statistics/distributions/binomial.ts';
import { regularisedBeta } from '#statistics/distributions/incomplete-beta.ts';
import { always } from '#test/support/always.ts';
import { combinations, share } from '../enumeration.ts';
import { expectClose } from '../expect-close.ts';
import { gateVectors, QUANTILE } from '../gate-vectors.ts';

test('at one half it is the share of all rows of heads and tails', () => {
  for (let trials = 0; trials <= 8; trials++) {
    const rows = combinations(Array.from({ length: trials }, () => [0, 1])).map(total);
    for (const [passes, probability] of binomialPmf(trials, 0.5).entries())
      expectClose(
        probability,
        share(rows, (heads) => heads === passes),
        1e-12,
      );
  }
});

test('sums to 1 with mean trials × rate', () => {
  always(
    fc.property(fc.nat(200), fc.double({ min: 0, max: 1, noNaN: true }), (trials, rate) => {
      const probabilities = binomialPmf(trials, rate);
      expect(probabilities).toHaveLength(trials + 1);
      expectClose(total(probabilities), 1, 1e-12);
      const mean = total(probabilities.map((probability, passes) => passes * probability));
      expect(Math.abs(mean - trials * rate)).toBeLessThan(1e-9);
    }),
  );
});

test('a rate of 0 or 1 leaves one outcome', () => {
  expect(binomialPmf(3, 0)).toEqual([1, 0, 0, 0]);
  expect(binomialPmf(3, 1)).toEqual([0, 0, 0, 1]);
});

test.each(gateVectors.clopper_pearson_95)('the Clopper–Pearson bounds of $k/$n leave 2.5 % beyond each', (vector) => {
  const { k, n, lo, hi } = vector;
  if (k > 0) {
    expectClose(total(binomialPmf(n, lo).slice(k)), 0.025, QUANTILE);
    expectClose(regularisedBeta(lo, 1 - lo, 2 * k, 2 * (n - k + 1)), 0.025, QUANTILE);
  }
  if (k < n) {
    expectClose(total(binomialPmf(n, hi).slice(0, k + 1)), 0.025, QUANTILE);
    expectClose(regularisedBeta(1 - hi, hi, 2 * (n - k), 2 * (k + 1)), 0.025, QUANTILE);
  }
  expect(lo).toBeLessThan(hi);
});

const failing = gateVectors.clopper_pearson_upper95_one_sided_failure.filter(({ fails, n }) => fails < n);

test.each(failing)('the one-sided bound after $fails failures of $n leaves 5 %', ({ fails, n, hi }) => {
  expectClose(total(binomialPmf(n, hi).slice(0, fails + 1)), 0.05, QUANTILE);
  expectClose(regularisedBeta(1 - hi, hi, 2 * (n - fails), 2 * (fails + 1)), 0.05, QUANTILE);
});

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
