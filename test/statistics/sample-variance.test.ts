import { expect, test } from 'vitest';
import { sampleVariance } from '#statistics/sample-variance.ts';
import { expectClose } from './expect-close.ts';

test.each([[[]], [[5]]])('the variance of %j is undefined, not zero', (values) => {
  expect(sampleVariance(values)).toBeNull();
});

test.each([
  { values: [3, 3, 3], expected: 0 },
  { values: [1, 2], expected: 0.5 },
  { values: [2, 4, 4, 4, 5, 5, 7, 9], expected: 32 / 7 },
])('variance of $values', ({ values, expected }) => {
  expectClose(sampleVariance(values), expected);
});

test('a large offset costs no digits', () => {
  expectClose(sampleVariance([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]), 30);
});
