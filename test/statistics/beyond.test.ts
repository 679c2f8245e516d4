import { expect, test } from 'vitest';
import { exceeds, fallsBelow, reaches } from '#statistics/beyond.ts';

test.each([
  { change: 0.02, limit: 0.02, beyond: false, why: 'a change equal to the limit is tolerated' },
  { change: 0.02 * (1 + 1e-10), limit: 0.02, beyond: false, why: 'so is one that differs by rounding' },
  { change: 0.1 + 0.2 - 0.3, limit: 0, beyond: false, why: 'rounding alone is no change' },
  { change: 1e-12, limit: 0, beyond: false, why: 'so is as much as rounding can make' },
  { change: 0.02001, limit: 0.02, beyond: true, why: 'a larger change is beyond' },
  { change: 1e-6, limit: 0, beyond: true, why: 'with a limit of zero any change is beyond' },
  { change: -0.5, limit: 0.02, beyond: false, why: 'an improvement is never beyond' },
  { change: -0.05, limit: -0.05, beyond: false, why: 'a demanded improvement that is met exactly is met' },
  { change: -0.04, limit: -0.05, beyond: true, why: 'a demanded improvement that is missed is beyond' },
])('$why', ({ change, limit, beyond }) => {
  expect(exceeds(change, limit)).toBe(beyond);
});

test('a value at its floor holds, whichever way it was summed', () => {
  expect(fallsBelow(0.9, 0.9)).toBe(false);
  expect(fallsBelow(0.7 + 0.1 + 0.1, 0.9)).toBe(false);
  expect(fallsBelow(0.899, 0.9)).toBe(true);
});

test('a p-value at its boundary reaches it, however small the boundary', () => {
  expect(reaches(0.05, 0.05)).toBe(true);
  expect(reaches(1e-13 * (1 + 1e-10), 1e-13)).toBe(true);
  expect(reaches(2e-13, 1e-13)).toBe(false);
  expect(reaches(1e-13, 0)).toBe(false);
});
