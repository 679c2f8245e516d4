import { expect, test } from 'vitest';
import { assertCounts, isComparable } from '#statistics/counts/paired-counts.ts';
import { paired } from '#test/statistics/arbitraries.ts';

test.each([
  paired(6, 5, 0, 5),
  paired(0, 5, 6, 5),
  paired(-1, 5, 0, 5),
  paired(0.5, 5, 0, 5),
  paired(Number.NaN, 5, 0, 5),
])('counts that no trials can have are refused by name: a=$a n=$n b=$b m=$m', (counts) => {
  expect(() => assertCounts(counts)).toThrow(`got a=${counts.a} n=${counts.n} b=${counts.b} m=${counts.m}`);
});

test('empty sides are possible counts, but nothing to compare', () => {
  expect(() => assertCounts(paired(0, 0, 0, 0))).not.toThrow();
  expect(isComparable({ n: 0, b: 3, m: 5 })).toBe(false);
  expect(isComparable({ n: 3, b: 0, m: 0 })).toBe(false);
  expect(isComparable({ n: 1, b: 0, m: 1 })).toBe(true);
});
