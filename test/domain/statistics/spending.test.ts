import { expect, test } from 'vitest';
import { spendingIncrements, spentAlpha } from '#domain/statistics/spending.ts';
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

test.each([{ looks: [3, 5, 10] }, { looks: [5, 10, 20] }, { looks: [3, 4] }])(
  'looks $looks share out α',
  ({ looks }) => {
    const increments = spendingIncrements(0.05, looks);
    expect(increments).toHaveLength(looks.length);
    expect(increments.every((increment) => increment > 0)).toBe(true);
    expectClose(
      increments.reduce((sum, increment) => sum + increment, 0),
      0.05,
      1e-12,
    );
  },
);

test('no look, nothing to use', () => {
  expect(spendingIncrements(0.05, [])).toEqual([]);
});

test('the smallest fractions may use next to nothing, the whole everything', () => {
  expect(spentAlpha(0.05, 0.01)).toBeLessThan(1e-80);
  expect(spentAlpha(0.05, 1)).toBe(0.05);
});
