import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { paired } from '#test/statistics/arbitraries.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { countsUpTo } from '../arbitraries.ts';
import { candidatePassesOfEveryDeal, combinations, share } from '../enumeration.ts';
import { expectClose } from '../expect-close.ts';

test('agrees with dealing the outcomes of every case in every possible way', () => {
  always(
    fc.property(fc.array(countsUpTo(3), { minLength: 1, maxLength: 3 }), (cases) => {
      const informative = cases.filter(({ a, n, b, m }) => a + b > 0 && a + b < n + m);
      fc.pre(informative.length > 0);
      const sums = combinations(informative.map(candidatePassesOfEveryDeal)).map(total);
      const observed = total(informative.map(({ a }) => a));
      const below = share(sums, (sum) => sum < observed);
      const at = share(sums, (sum) => sum === observed);
      const { pExact, pMid } = suiteExact(cases);
      expectClose(pExact, below + at, 1e-12);
      expectClose(pMid, below + at / 2, 1e-12);
    }),
    { numRuns: tries(60) },
  );
});

test.each<{ why: string; cases: PairedCounts[] }>([
  { why: 'no cases', cases: [] },
  { why: 'everything passed', cases: [paired(5, 5, 15, 15)] },
  { why: 'nothing passed', cases: [paired(0, 5, 0, 15)] },
  { why: 'a side without trials', cases: [paired(0, 0, 3, 5)] },
  { why: 'a baseline without trials', cases: [paired(0, 5, 0, 0)] },
])('without an informative case both p-values are 1: $why', ({ cases }) => {
  expect(suiteExact(cases)).toEqual({ pExact: 1, pMid: 1 });
});

test('uninformative cases change nothing', () => {
  const informative = [paired(3, 5, 14, 15), paired(4, 5, 12, 15)];
  const padding = [paired(5, 5, 15, 15), paired(0, 3, 0, 15), paired(0, 0, 7, 15)];
  expect(suiteExact([...padding, ...informative])).toEqual(suiteExact(informative));
});

test('the order of the cases does not change a bit', () => {
  always(
    fc.property(fc.array(countsUpTo(12), { maxLength: 30 }), (cases) => {
      expect(suiteExact(cases.toReversed())).toEqual(suiteExact(cases));
    }),
  );
});

test('one more candidate pass in an informative suite never makes the suite look worse', () => {
  always(
    fc.property(fc.array(countsUpTo(10), { minLength: 1, maxLength: 8 }), (cases) => {
      const [first, ...others] = cases;
      fc.pre(first !== undefined && first.a < first.n);
      const better = { ...first, a: first.a + 1 };
      expect(suiteExact([better, ...others]).pExact).toBeGreaterThanOrEqual(suiteExact(cases).pExact * (1 - 1e-12));
    }),
  );
});

test('p-values far beyond any boundary keep their relative precision', () => {
  const broken = paired(0, 5, 15, 15);
  // 1 / C(20, 5) each, and the observed sum is the smallest possible
  const single = 1 / 15504;
  const { pExact, pMid } = suiteExact(Array.from({ length: 60 }, () => broken));
  expectClose(Math.log(pExact), 60 * Math.log(single), 1e-12);
  expectClose(pMid, pExact / 2, 1e-12);
});

test('a hopeless suite is p = 0 at worst, never more and never undefined', () => {
  const { pExact, pMid } = suiteExact(Array.from({ length: 500 }, () => paired(0, 10, 25, 25)));
  expect(pExact).toBe(0);
  expect(pMid).toBe(0);
});

test('thousands of cases: halves that mirror each other sit in the middle', () => {
  const mirrored = Array.from({ length: 1000 }, () => [paired(1, 4, 3, 4), paired(3, 4, 1, 4)]).flat();
  expectClose(suiteExact(mirrored).pMid, 0.5, 1e-12);
});

test('impossible counts are refused', () => {
  expect(() => suiteExact([paired(6, 5, 0, 5)])).toThrow('0 ≤ a ≤ n');
});

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
