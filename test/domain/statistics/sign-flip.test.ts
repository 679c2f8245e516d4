import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateDrop } from '#domain/statistics/counts/drop.ts';
import { caseMinP } from '#domain/statistics/counts/min-p.ts';
import type { PairedCounts } from '#domain/statistics/counts/paired-counts.ts';
import { attainableBySigns, signFlipLess } from '#domain/statistics/counts/sign-flip.ts';
import { suiteExact } from '#domain/statistics/counts/stratified-exact.ts';

const inPairs = (n: number, lost: number, won: number, diverged = lost + won): PairedCounts => ({
  a: n - lost,
  n,
  b: n - won,
  m: n,
  pairs: { n, passed: n - lost, diverged, lost, won },
});

test.each([
  [0, 0, 1],
  [1, 0, 1 / 2],
  [3, 0, 1 / 8],
  [8, 0, 1 / 256],
  [4, 1, 6 / 32],
  [0, 5, 1],
])('%i lost and %i won have a p of %d', (lost, won, p) => {
  expect(signFlipLess({ n: 10, passed: 0, diverged: 10, lost, won })).toBeCloseTo(p, 12);
});

test('a p is attained exactly as often as it says', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), (differing) => {
      const values = attainableBySigns(differing);
      expect(values).toHaveLength(differing + 1);
      expect(values.at(-1)).toBe(1);
      expect([...values].sort((one, other) => one - other)).toEqual(values);
    }),
  );
});

test('pairs that never differ enter no test and move no drop', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 20 }), (sizes) => {
      const same = sizes.map((n) => inPairs(n, 0, 0));
      expect(suiteExact(same)).toEqual({ pExact: 1, pMid: 1 });
      expect(caseMinP(same).every(({ pAdjusted }) => pAdjusted === 1)).toBe(true);
      const drop = estimateDrop(same);
      expect(drop).toMatchObject({ drop: 0, standardError: 0, upper95: 0 });
    }),
  );
});

test('pairs and independent trials are tested together', () => {
  const live: PairedCounts = { a: 0, n: 5, b: 24, m: 25 };
  const alone = suiteExact([live]).pExact;
  expect(suiteExact([live, inPairs(10, 4, 0)]).pExact).toBeLessThan(alone);
  expect(suiteExact([live, inPairs(10, 0, 0)]).pExact).toBe(alone);
  const [worst] = caseMinP([inPairs(10, 8, 0), live]);
  expect(worst?.p).toBeCloseTo(1 / 256, 12);
});

test('the suite test of pairs alone is the sign-flip test over all of them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })), {
        minLength: 1,
        maxLength: 8,
      }),
      (cases) => {
        const lost = cases.reduce((sum, [one]) => sum + one, 0);
        const won = cases.reduce((sum, [, one]) => sum + one, 0);
        const all = suiteExact(cases.map(([less, more]) => inPairs(10, less, more)));
        expect(all.pExact).toBeCloseTo(signFlipLess({ n: 80, passed: 0, diverged: 0, lost, won }), 9);
      },
    ),
  );
});
