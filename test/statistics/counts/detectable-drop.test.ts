import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detectableDrop } from '#statistics/counts/detectable-drop.ts';

const suite = (cases: number, n: number, m: number) =>
  Array.from({ length: cases }, (_, i) => ({ n, b: i % 5 === 0 ? Math.round(0.7 * m) : m, m }));

test('without a comparable case there is nothing to detect', () => {
  expect(detectableDrop([], 0.05)).toBeNull();
  expect(detectableDrop([{ n: 5, b: 0, m: 0 }], 0.05)).toBeNull();
  expect(detectableDrop([{ n: 0, b: 5, m: 5 }], 0.05)).toBeNull();
});

test('a stricter α or more power needs a larger drop', () => {
  const cases = suite(50, 5, 15);
  const usual = detectableDrop(cases, 0.05, 0.8) ?? Number.NaN;
  expect(detectableDrop(cases, 0.01, 0.8)).toBeGreaterThan(usual);
  expect(detectableDrop(cases, 0.05, 0.95)).toBeGreaterThan(usual);
});

test('is a positive number even for a single trial a side or a baseline that never passed', () => {
  const counts = fc
    .tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 25 }), fc.nat())
    .map(([n, m, passes]) => ({ n, b: passes % (m + 1), m }));
  fc.assert(
    fc.property(fc.array(counts, { minLength: 1, maxLength: 20 }), (cases) => {
      expect(Number.isFinite(detectableDrop(cases, 0.0184))).toBe(true);
      expect(detectableDrop(cases, 0.0184)).toBeGreaterThanOrEqual(0);
    }),
  );
});
