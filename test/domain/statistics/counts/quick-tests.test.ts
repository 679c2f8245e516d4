import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reaches } from '#domain/statistics/beyond.ts';
import { midPReaches } from '#domain/statistics/counts/mid-p-reaches.ts';
import { caseMinPAtLook, leastCaseP } from '#domain/statistics/counts/min-p.ts';
import type { PairedCounts } from '#domain/statistics/counts/paired-counts.ts';
import { suiteExact } from '#domain/statistics/counts/stratified-exact.ts';
import { tries } from '#test/support/tries.ts';
import { countsUpTo } from '../arbitraries.ts';

/** Of such cases most verdicts are far from their boundary, and of those with a boundary beside the p all are near. */
const suites = fc.array(fc.oneof(countsUpTo(12), fc.constant({ a: 0, n: 3, b: 24, m: 25 })), { maxLength: 40 });

test('whether a mid-p reaches a boundary is what the mid-p says, near it and far from it', () => {
  const answers = new Set<boolean>();
  fc.assert(
    fc.property(
      suites,
      fc.constantFrom(0, 1e-12, 1.7e-5, 0.018, 0.3, 1),
      fc.double({ min: 0.5, max: 2 }),
      (cases, boundary, factor) => {
        const { pMid } = suiteExact(cases);
        for (const each of [boundary, pMid, pMid * (1 - 1e-6), pMid * (1 - 1e-8), pMid * factor].filter(
          (b) => b <= 1,
        )) {
          const answer = midPReaches(cases, each);
          answers.add(answer);
          expect(answer).toBe(reaches(pMid, each));
        }
      },
    ),
    { numRuns: tries(600) },
  );
  expect(answers.size).toBe(2);
});

test('pairs are read by their signs', () => {
  const pairs = { n: 9, passed: 1, diverged: 9, lost: 8, won: 0 };
  const cases: PairedCounts[] = [{ a: 1, n: 9, b: 9, m: 9, pairs }];
  expect(suiteExact(cases).pMid).toBe(0.5 ** 9);
  expect(midPReaches(cases, 0.001)).toBe(false);
  expect(midPReaches(cases, 0.002)).toBe(true);
});

test('impossible counts are refused', () => {
  expect(() => midPReaches([{ a: 4, n: 3, b: 1, m: 2 }], 0.05)).toThrow(RangeError);
});

test('the least adjusted p of a suite is the least of all adjusted ones, to the last bit', () => {
  fc.assert(
    fc.property(fc.array(countsUpTo(12), { maxLength: 30 }), fc.constantFrom(0, 5, 15), (cases, look) => {
      const scheduled = cases.map((counts) => ({ ...counts, scheduled: counts.n }));
      const all = caseMinPAtLook(scheduled, look);
      const { p, leastAdjusted } = leastCaseP(scheduled, look);
      expect(p).toEqual(all.map((one) => one.p));
      expect(leastAdjusted).toBe(Math.min(1, ...all.map((one) => one.pAdjusted)));
    }),
    { numRuns: tries(300) },
  );
});
