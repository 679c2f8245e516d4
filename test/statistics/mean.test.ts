import { expect, test } from 'vitest';
import { mean } from '#statistics/mean.ts';

test('the mean of nothing is undefined, not zero', () => {
  expect(mean([])).toBeNull();
});

test.each([
  { values: [4], expected: 4 },
  { values: [1, 2, 6], expected: 3 },
  { values: [-1, 1], expected: 0 },
])('mean of $values', ({ values, expected }) => {
  expect(mean(values)).toBe(expected);
});
