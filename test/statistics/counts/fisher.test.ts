import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attainablePValues, fisherLess } from '#statistics/counts/fisher.ts';
import { paired } from '#test/statistics/arbitraries.ts';
import { always } from '#test/support/always.ts';
import { countsUpTo } from '../arbitraries.ts';
import { candidatePassesOfEveryDeal, share } from '../enumeration.ts';
import { expectClose } from '../expect-close.ts';

test('is the share of all deals with at most as many candidate passes, counted one by one', () => {
  always(
    fc.property(countsUpTo(4, 0), (counts) => {
      const deals = candidatePassesOfEveryDeal(counts);
      expectClose(
        fisherLess(counts),
        share(deals, (passes) => passes <= counts.a),
        1e-12,
      );
    }),
  );
});

test('three trials against three can never show a break: the most extreme table has p = 1/20', () => {
  expectClose(fisherLess(paired(0, 3, 3, 3)), 0.05);
});

test.each([
  paired(5, 5, 5, 5),
  paired(0, 5, 0, 5),
  paired(0, 0, 3, 5),
  paired(2, 3, 0, 0),
  paired(0, 0, 0, 0),
  paired(5, 5, 1, 5),
])('without evidence of a drop p is exactly 1: $a/$n against $b/$m', (counts) => {
  expect(fisherLess(counts)).toBe(1);
});

test('a candidate with more passes never has a smaller p', () => {
  always(
    fc.property(countsUpTo(60), ({ a, n, b, m }) => {
      fc.pre(a < n);
      const fewer = fisherLess({ a, n, b, m });
      const more = fisherLess({ a: a + 1, n, b, m });
      expect(more).toBeGreaterThanOrEqual(fewer * (1 - 1e-12));
    }),
  );
});

test('attainable p-values ascend to exactly 1, and the observed one is among them', () => {
  always(
    fc.property(countsUpTo(60), (counts) => {
      const list = attainablePValues(counts.a + counts.b, counts.n, counts.m);
      expect(list).toEqual(list.toSorted((x, y) => x - y));
      expect(list.at(-1)).toBe(1);
      expect(list).toContain(fisherLess(counts));
    }),
  );
});

test('impossible counts are refused', () => {
  expect(() => fisherLess(paired(6, 5, 0, 5))).toThrow('0 ≤ a ≤ n');
});

test('what are no counts is refused, although the counts of another case may look like them', () => {
  const large = 2 ** 17;
  for (const [k, n, m] of [
    [0, large - 1, 0],
    [0, 0, 0],
    [0, 0, large / 2],
  ] as const)
    expect(attainablePValues(k, n, m)).toEqual([1]);
  expect(() => attainablePValues(1, -1, 0)).toThrow(RangeError);
  expect(() => attainablePValues(0, 1, -large)).toThrow(RangeError);
  expect(() => attainablePValues(0, 0.5, 0)).toThrow(RangeError);
});

test('more trials than a key has room for are not confused with those of another case', () => {
  const large = 2 ** 17;
  expect(attainablePValues(1, 1, 1)).toEqual([0.5, 1]);
  expectClose(attainablePValues(1, 0 + 1, large + 1)[0], (large + 1) / (large + 2), 1e-12);
  expectClose(attainablePValues(1, 2, 1)[0], 1 / 3, 1e-12);
  expectClose(attainablePValues(1, 1, large + 1)[0], (large + 1) / (large + 2), 1e-12);
});
