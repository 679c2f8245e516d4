import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startCusum } from '#statistics/sequential/cusum.ts';
import { always } from '#test/support/always.ts';

const sums = (values: readonly number[], bySpread = false) => {
  const next = startCusum(bySpread);
  return values.map((value) => next(value));
};

test('each value adds what it has beyond half a standard deviation', () => {
  expect(sums([1.5, 2, 0.25])).toEqual([
    { sum: 1, risen: 1, alarm: false },
    { sum: 2.5, risen: 2, alarm: false },
    { sum: 2.25, risen: 3, alarm: false },
  ]);
});

test('the sum is never below 0, and rises again from there', () => {
  expect(sums([2.5, -9, 0.5, 1.5]).map(({ sum, risen }) => [sum, risen])).toEqual([
    [2, 1],
    [0, 0],
    [0, 0],
    [1, 1],
  ]);
});

test('an alarm is raised above 4.8, not at it', () => {
  expect(sums([5.3])).toEqual([{ sum: 4.8, risen: 1, alarm: false }]);
  expect(sums([5.31, -0.6]).map(({ alarm }) => alarm)).toEqual([true, false]);
});

test('runs that differ beyond chance are divided by the spread of those before, ten of which are taken to have a spread of 1', () => {
  const [first, second, third] = sums([4.5, -3, 4.5], true).map(({ sum }) => sum);
  expect(first).toBe(4);
  expect(second).toBeCloseTo(4 - 3 / Math.sqrt((10 + 20.25) / 11) - 0.5, 12);
  expect(third).toBeCloseTo((second ?? 0) + 4.5 / Math.sqrt((10 + 20.25 + 9) / 12) - 0.5, 12);
});

test('a spread below 1 divides nothing: quiet runs make no small change large', () => {
  always(
    fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true })), (values) => {
      expect(sums([...values, 2], true)).toEqual(sums([...values, 2]));
    }),
  );
});
