import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spendingIncrements, spentAlpha } from '#statistics/spending.ts';
import { always } from '#test/support/always.ts';
import { expectClose } from './expect-close.ts';

const SUITE_ALPHA = (0.05 * 0.35) / 0.95;

test('looks of 3, 5 and 10 keep nearly everything for the last', () => {
  const [first, middle, last] = spendingIncrements(SUITE_ALPHA, [3, 5, 10]);
  expectClose(first, 1.6823e-5, 1e-4);
  expectClose(middle, 8.412e-4, 1e-4);
  expectClose(last, 0.017563, 1e-4);
});

test('one look may use everything', () => {
  expect(spendingIncrements(0.05, [5])).toEqual([0.05]);
});

test('any looks share out α: something for each, all of it together', () => {
  const looks = fc
    .uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 })
    .map((trials) => trials.toSorted((left, right) => left - right));
  const alpha = fc.double({ min: 1e-4, max: 0.5, noNaN: true });
  always(
    fc.property(alpha, looks, (budget, ascending) => {
      const increments = spendingIncrements(budget, ascending);
      expect(increments).toHaveLength(ascending.length);
      expect(increments.every((increment) => increment >= 0)).toBe(true);
      expect(increments.at(-1)).toBeGreaterThan(0);
      expectClose(
        increments.reduce((sum, increment) => sum + increment, 0),
        budget,
        1e-12,
      );
    }),
  );
});

test('the first of two looks may use the less the earlier it comes', () => {
  const firsts = [1, 2, 3, 5, 8, 9].map((first) => spendingIncrements(0.05, [first, 10])[0] ?? Number.NaN);
  expect(firsts).toEqual(firsts.toSorted((left, right) => left - right));
  expect(new Set(firsts).size).toBe(firsts.length);
});

test('no look, nothing to use', () => {
  expect(spendingIncrements(0.05, [])).toEqual([]);
});

test('the smallest fractions may use next to nothing, the whole everything', () => {
  expect(spentAlpha(0.05, 0.01)).toBeLessThan(1e-80);
  expect(spentAlpha(0.05, 1)).toBe(0.05);
});
