import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fallScore } from '#statistics/sequential/fall-score.ts';
import { paired } from '#test/statistics/arbitraries.ts';
import { always } from '#test/support/always.ts';
import { countsUpTo } from '../arbitraries.ts';
import { combinations } from '../enumeration.ts';

test('half of ten that fell from ten of ten are two and a half standard errors', () => {
  // Variance of the difference: 15 · 5 / (20 · 19) · (1/10 + 1/10).
  expect(fallScore([paired(5, 10, 10, 10)])).toBeCloseTo(0.5 / Math.sqrt((75 / 380) * 0.2), 12);
  expect(fallScore([paired(10, 10, 5, 10)])).toBeCloseTo(-0.5 / Math.sqrt((75 / 380) * 0.2), 12);
});

test('where no case could have differed nothing fell', () => {
  expect(fallScore([])).toBe(0);
  expect(fallScore([paired(5, 5, 9, 9), paired(0, 5, 0, 9)])).toBe(0);
});

test('over all ways to share the passes of a case, its square is one on average', () => {
  always(
    fc.property(countsUpTo(5), ({ a, n, b, m }) => {
      const passed = a + b;
      fc.pre(passed > 0 && passed < n + m);
      const ways = combinations(Array.from({ length: n + m }, () => [false, true])).filter(
        (way) => way.filter(Boolean).length === passed,
      );
      const scores = ways.map((way) => {
        const here = way.slice(0, n).filter(Boolean).length;
        return fallScore([{ a: here, n, b: passed - here, m }]);
      });
      expect(scores.reduce((sum, score) => sum + score, 0) / ways.length).toBeCloseTo(0, 9);
      expect(scores.reduce((sum, score) => sum + score * score, 0) / ways.length).toBeCloseTo(1, 9);
    }),
    { numRuns: 60 },
  );
});

test('several cases add up as independent ones', () => {
  const counts = paired(5, 10, 10, 10);
  expect(fallScore([counts, counts, counts, counts])).toBeCloseTo(2 * fallScore([counts]), 12);
});
