import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reaches } from '#statistics/beyond.ts';
import { logUpperBound, midPReaches } from '#statistics/counts/mid-p-reaches.ts';
import { caseMinPAtLook, leastCaseP } from '#statistics/counts/min-p.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { tries } from '#test/support/tries.ts';
import { countsUpTo } from '../arbitraries.ts';
import { candidatePassesOfEveryDeal } from '../enumeration.ts';
import { expectClose } from '../expect-close.ts';

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

describe("Chernoff's bound of a suite's p", () => {
  test('is what the moments of all deals make of it', () => {
    const cases = [
      { a: 0, n: 2, b: 3, m: 3 },
      { a: 0, n: 2, b: 3, m: 3 },
      { a: 1, n: 2, b: 2, m: 3 },
      { a: 1, n: 3, b: 1, m: 1 },
      { a: 2, n: 2, b: 3, m: 3 },
      { a: 0, n: 2, b: 0, m: 0 },
    ];
    const deals = cases.map(candidatePassesOfEveryDeal);
    const over = (values: readonly number[], of: (passes: number) => number) =>
      values.reduce((sum, each) => sum + of(each), 0) / values.length;
    const means = deals.map((each) => over(each, (passes) => passes));
    const total = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);
    const fell = total(cases.map(({ a }, i) => (means[i] ?? 0) - a));
    const theta = fell / total(deals.map((each, i) => over(each, (passes) => (passes - (means[i] ?? 0)) ** 2)));
    const moments = deals.map((each) => Math.log(over(each, (passes) => Math.exp(-theta * passes))));
    expectClose(logUpperBound(cases), theta * total(cases.map(({ a }) => a)) + total(moments), 1e-12);
  });

  test('is never below it, and far below 1 where all broke', () => {
    fc.assert(
      fc.property(suites, (cases) => {
        expect(logUpperBound(cases)).toBeGreaterThanOrEqual(Math.log(suiteExact(cases).pExact) - 1e-9);
      }),
    );
    const broken = Array.from({ length: 50 }, () => ({ a: 0, n: 3, b: 25, m: 25 }));
    expect(logUpperBound(broken)).toBeLessThan(-100);
  });

  test('says nothing of what did not fall, and of numbers that it could mix up', () => {
    const fell = { a: 0, n: 3, b: 25, m: 25 };
    expect(logUpperBound([])).toBe(0);
    expect(logUpperBound([{ a: 3, n: 3, b: 20, m: 25 }])).toBe(0);
    expect(logUpperBound([fell, { a: 0, n: 1, b: 1, m: 2 ** 17 }])).toBe(0);
    expect(logUpperBound([fell, { a: 0, n: 2 ** 17, b: 1, m: 1 }])).toBe(0);
  });
});
