import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detectableDrop } from '#statistics/counts/detectable-drop.ts';
import { normalQuantile } from '#statistics/distributions/normal.ts';
import { always } from '#test/support/always.ts';
import { expectClose } from '../expect-close.ts';

const suite = (cases: number, n: number, m: number) =>
  Array.from({ length: cases }, (_, i) => ({ n, b: i % 5 === 0 ? Math.round(0.7 * m) : m, m }));

test('without a comparable case there is nothing to detect', () => {
  expect(detectableDrop([], 0.05)).toBeNull();
  expect(detectableDrop([{ n: 5, b: 0, m: 0 }], 0.05)).toBeNull();
  expect(detectableDrop([{ n: 0, b: 5, m: 5 }], 0.05)).toBeNull();
});

test('a lone case solves the equation it stands for', () => {
  const [n, b, m, alpha] = [400, 600, 1000, 0.05];
  const drop = detectableDrop([{ n, b, m }], alpha) ?? Number.NaN;
  const before = b / m;
  const after = before - drop;
  const pooled = (b + n * after) / (n + m);
  const unchanged = ((pooled * (1 - pooled) * (n + m)) / (n + m - 1)) * (1 / n + 1 / m);
  const dropped = (before * (1 - before)) / (m - 1) + (after * (1 - after)) / n;
  const needed = normalQuantile(1 - alpha) * Math.sqrt(unchanged) + normalQuantile(0.8) * Math.sqrt(dropped);
  expectClose(drop, needed, 1e-12);
});

test.each([
  { better: 'more cases', than: suite(20, 5, 15), is: suite(200, 5, 15) },
  { better: 'more trials', than: suite(50, 5, 15), is: suite(50, 10, 15) },
  { better: 'a larger baseline', than: suite(50, 5, 5), is: suite(50, 5, 25) },
])('$better make smaller drops visible', ({ than, is }) => {
  expect(detectableDrop(is, 0.025)).toBeLessThan(detectableDrop(than, 0.025) ?? 0);
});

test('a stricter α or more power needs a larger drop', () => {
  const cases = suite(50, 5, 15);
  const usual = detectableDrop(cases, 0.05, 0.8) ?? Number.NaN;
  expect(detectableDrop(cases, 0.01, 0.8)).toBeGreaterThan(usual);
  expect(detectableDrop(cases, 0.05, 0.95)).toBeGreaterThan(usual);
});

test('each case counts with its own number of trials', () => {
  const mixed = suite(40, 5, 15).map((counts, i) => (i < 20 ? { ...counts, n: 10 } : counts));
  const drop = detectableDrop(mixed, 0.025) ?? Number.NaN;
  expect(drop).toBeLessThan(detectableDrop(suite(40, 5, 15), 0.025) ?? Number.NaN);
  expect(drop).toBeGreaterThan(detectableDrop(suite(40, 10, 15), 0.025) ?? Number.NaN);
});

test('is a positive number even for a single trial a side or a baseline that never passed', () => {
  const counts = fc
    .tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 25 }), fc.nat())
    .map(([n, m, passes]) => ({ n, b: passes % (m + 1), m }));
  always(
    fc.property(fc.array(counts, { minLength: 1, maxLength: 20 }), (cases) => {
      expect(Number.isFinite(detectableDrop(cases, 0.0184))).toBe(true);
      expect(detectableDrop(cases, 0.0184)).toBeGreaterThanOrEqual(0);
    }),
  );
});
