import { expect, test } from 'vitest';
import { welchP } from '#statistics/values/welch.ts';

test('equal spreads and sizes give the p of Student’s t with all degrees of freedom', () => {
  // t = 3 / √(2.5/5 + 2.5/5) = 3 with 8 degrees of freedom.
  expect(welchP([4, 5, 6, 7, 8], [1, 2, 3, 4, 5])).toBeCloseTo(0.0085358, 6);
});

test('a side that varies a thousand times more leaves nearly its own degrees of freedom', () => {
  // t = 6 / √(100/3 + 0.0001/3) = 1.0392, with two degrees of freedom.
  expect(welchP([-4, 6, 16], [-0.01, 0, 0.01])).toBeCloseTo(0.20391, 3);
});

test('sides that do not vary differ or are equal, and fewer than three values on a side say nothing', () => {
  expect(welchP([2, 2, 2], [1, 1, 1])).toBe(0);
  expect(welchP([1, 1, 1], [2, 2, 2])).toBe(1);
  expect(welchP([0.1 + 0.2, 0.3, 0.3], [0.3, 0.3, 0.3])).toBe(1);
  expect(welchP([1, 2], [3, 4, 5])).toBeNull();
  expect(welchP([1, 2, 3], [3, 4])).toBeNull();
});
