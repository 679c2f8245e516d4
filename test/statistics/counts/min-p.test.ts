import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attainablePValues, fisherLess } from '#statistics/counts/fisher.ts';
import { type CaseP, caseMinP, caseMinPAtLook } from '#statistics/counts/min-p.ts';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';
import { paired } from '#test/statistics/arbitraries.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { countsUpTo } from '../arbitraries.ts';
import { candidatePassesOfEveryDeal, combinations, share } from '../enumeration.ts';
import { expectClose } from '../expect-close.ts';

describe('caseMinP', () => {
  test('the adjusted p is how often any case looks at least as bad when every outcome is dealt in every way', () => {
    always(
      fc.property(fc.array(countsUpTo(3), { minLength: 1, maxLength: 3 }), (cases) => {
        const smallest = combinations(cases.map(pOfEveryDeal)).map((ps) => Math.min(...ps));
        for (const { p, pAdjusted } of caseMinP(cases)) {
          const asBad = share(smallest, (each) => each <= p * (1 + 1e-9));
          expectClose(pAdjusted, asBad, 1e-11);
        }
      }),
      { numRuns: tries(60) },
    );
  });

  test('cases that never failed cost the broken one nothing', () => {
    const broken = paired(1, 5, 15, 15);
    const stable = Array.from({ length: 200 }, () => paired(5, 5, 15, 15));
    const [first, second] = caseMinP([broken, ...stable]);
    expectClose(first?.pAdjusted, fisherLess(broken), 1e-12);
    expect(second).toEqual({ p: 1, pAdjusted: 1 });
  });

  test('results follow the cases, and the order of the cases does not change a bit of them', () => {
    always(
      fc.property(fc.array(countsUpTo(12), { maxLength: 30 }), (cases) => {
        expect(caseMinP(cases.toReversed())).toEqual(caseMinP(cases).toReversed());
      }),
    );
  });

  test('an adjusted p is a probability no smaller than its p, and ranks cases alike', () => {
    always(
      fc.property(fc.array(countsUpTo(12), { minLength: 1, maxLength: 30 }), (cases) => {
        const sorted = caseMinP(cases).toSorted((x, y) => x.p - y.p);
        for (const { p, pAdjusted } of sorted) {
          expect(pAdjusted).toBeGreaterThanOrEqual(p * (1 - 1e-12));
          expect(pAdjusted).toBeLessThanOrEqual(1);
        }
        expect(sorted.map(adjusted)).toEqual(sorted.map(adjusted).toSorted((x, y) => x - y));
      }),
    );
  });

  test('no cases, no results; a case with an empty side has p = 1 and costs nothing', () => {
    expect(caseMinP([])).toEqual([]);
    const broken = paired(0, 5, 15, 15);
    const [first, second] = caseMinP([broken, paired(0, 0, 7, 15)]);
    expectClose(first?.pAdjusted, fisherLess(broken), 1e-12);
    expect(second).toEqual({ p: 1, pAdjusted: 1 });
  });

  test('impossible counts are refused', () => {
    expect(() => caseMinP([paired(6, 5, 0, 5)])).toThrow('0 ≤ a ≤ n');
  });
});

describe('caseMinPAtLook', () => {
  test('with every case at the look it is plain minP', () => {
    always(
      fc.property(fc.array(countsUpTo(8), { maxLength: 10 }), (cases) => {
        const scheduled = cases.map((counts) => ({ ...counts, scheduled: 8 }));
        expect(caseMinPAtLook(scheduled, 8)).toEqual(caseMinP(cases));
      }),
    );
  });

  test('a stopped case enters with what it could be expected to attain, over every way its other trials could go', () => {
    const extended = { a: 1, n: 5, b: 14, m: 15, scheduled: 5 };
    const stopped = { a: 2, n: 3, b: 12, m: 15, scheduled: 3 };
    const p = fisherLess(extended);
    const rate = (2 + 12 + 0.5) / (3 + 15 + 1);
    const expected = combinations([
      [0, 1],
      [0, 1],
    ]).reduce((sum, outcomes) => {
      const passes = outcomes.filter((outcome) => outcome === 1).length;
      const weight = rate ** passes * (1 - rate) ** (2 - passes);
      return sum + weight * largestUpTo(p, attainablePValues(14 + passes, 5, 15));
    }, 0);
    const [first] = caseMinPAtLook([extended, stopped], 5);
    expectClose(first?.pAdjusted, 1 - (1 - p) * (1 - expected), 1e-12);
  });

  test('stopped flaky cases make an extended one less remarkable than forgetting them would', () => {
    const extended = { a: 1, n: 5, b: 14, m: 15, scheduled: 5 };
    const stopped = Array.from({ length: 20 }, () => ({ a: 3, n: 3, b: 10, m: 15, scheduled: 3 }));
    const [planned] = caseMinPAtLook([extended, ...stopped], 5);
    const [forgotten] = caseMinP([extended]);
    expect(planned?.pAdjusted).toBeGreaterThan(2 * (forgotten?.pAdjusted ?? 1));
  });

  test('the order of the cases does not change a bit', () => {
    const scheduledCounts = fc
      .tuple(countsUpTo(6), fc.integer({ min: 0, max: 3 }))
      .map(([counts, missing]) => ({ ...counts, scheduled: counts.n + missing }));
    always(
      fc.property(fc.array(scheduledCounts, { maxLength: 20 }), (cases) => {
        expect(caseMinPAtLook(cases.toReversed(), 6)).toEqual(caseMinPAtLook(cases, 6).toReversed());
      }),
    );
  });
});

function pOfEveryDeal(counts: PairedCounts): number[] {
  const deals = candidatePassesOfEveryDeal(counts);
  return deals.map((observed) => share(deals, (passes) => passes <= observed));
}

function largestUpTo(limit: number, ascending: readonly number[]): number {
  return ascending.findLast((value) => value <= limit * (1 + 1e-9)) ?? 0;
}

function adjusted({ pAdjusted }: CaseP): number {
  return pAdjusted;
}

test('cases of thousands of trials are not confused with others', () => {
  const [first, second] = caseMinP([paired(0, 4100, 1, 5), paired(0, 4, 2, 5)]);
  const [few, many] = [5 / 4105, 10 / 36];
  expectClose(first?.pAdjusted, few, 1e-9);
  expectClose(second?.pAdjusted, 1 - (1 - few) * (1 - many), 1e-9);
});

test('cases that only differ in how many of their trials were never started may come in any order', () => {
  const cases = [6, 7, 8, 9].map((scheduled) => ({ a: 2, n: 6, b: 11, m: 12, scheduled }));
  const orders = [cases, cases.toReversed(), [...cases.slice(2), ...cases.slice(0, 2)]];
  const [first, ...others] = orders.map((order) => caseMinPAtLook(order, 10).map(({ pAdjusted }) => pAdjusted));
  for (const other of others) expect(other).toEqual(first);
});
