import { expect } from 'vitest';

/** Fails unless `actual` is within `tolerance` of `expected`, relative to `expected` (absolute when that is 0). */
export function expectClose(actual: number | null | undefined, expected: number, tolerance = 1e-9): void {
  const allowed = tolerance * (expected === 0 ? 1 : Math.abs(expected));
  const distance = Math.abs((actual ?? Number.NaN) - expected);
  expect(distance, `${actual} should be within ${tolerance} of ${expected}`).toBeLessThanOrEqual(allowed);
}
