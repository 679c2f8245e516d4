import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantile } from '#statistics/quantile.ts';
import { always } from '#test/support/always.ts';
import { expectClose } from './expect-close.ts';

test('the quantile of nothing is undefined', () => {
  expect(quantile([], 0.5)).toBeNull();
});

// numpy.quantile and R's quantile(type = 7)
test.each([
  { values: [7], share: 0.95, expected: 7 },
  { values: [3, 1, 2], share: 0.5, expected: 2 },
  { values: [4, 1, 3, 2], share: 0.5, expected: 2.5 },
  { values: [15, 20, 35, 40, 50], share: 0.4, expected: 29 },
  { values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], share: 0.95, expected: 9.55 },
  { values: [1, 2, 3], share: 0, expected: 1 },
  { values: [1, 2, 3], share: 1, expected: 3 },
])('the $share quantile of $values is $expected', ({ values, share, expected }) => {
  expectClose(quantile(values, share), expected);
});

test('order does not matter, and the input is left as it was', () => {
  const values = [10, 9, 100, 1];
  expectClose(quantile(values, 0.5), 9.5);
  expect(values).toEqual([10, 9, 100, 1]);
});

test.each([-0.1, 1.1, Number.NaN])('a share of %d is refused', (share) => {
  expect(() => quantile([1], share)).toThrow(new RangeError(`quantile share must be within 0–1, got ${share}`));
});

test('a quantile lies within the values and never falls as the share grows', () => {
  const values = fc.array(fc.integer(), { minLength: 1 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  always(
    fc.property(values, share, share, (list, left, right) => {
      const low = quantile(list, Math.min(left, right)) ?? Number.NaN;
      const high = quantile(list, Math.max(left, right)) ?? Number.NaN;
      expect(low).toBeGreaterThanOrEqual(Math.min(...list));
      expect(high).toBeGreaterThanOrEqual(low - 1e-6);
      expect(high).toBeLessThanOrEqual(Math.max(...list));
    }),
  );
});
