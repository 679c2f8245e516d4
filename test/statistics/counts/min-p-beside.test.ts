import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseMinP, caseMinPAtLook, leastCaseP, minPBeside } from '#statistics/counts/min-p.ts';
import { countsUpTo } from '../arbitraries.ts';
import { expectClose } from '../expect-close.ts';

const suite = fc.array(countsUpTo(5), { minLength: 1, maxLength: 6 });

describe('short ways to a part of what caseMinP finds', () => {
  test('one case beside given others has the adjusted p that it has among them', () => {
    fc.assert(
      fc.property(suite, countsUpTo(5), (others, one) => {
        expectClose(minPBeside(others)(one), caseMinP([...others, one]).at(-1)?.pAdjusted ?? -1, 1e-12);
      }),
    );
  });

  test('the least adjusted p of a look is that of all its cases', () => {
    fc.assert(
      fc.property(suite, fc.nat(3), (cases, more) => {
        const scheduled = cases.map((counts, at) => ({ ...counts, scheduled: counts.n + (at % 2) }));
        const all = caseMinPAtLook(scheduled, 3 + more);
        const { p, leastAdjusted } = leastCaseP(scheduled, 3 + more);
        expect(p).toEqual(all.map((each) => each.p));
        expectClose(leastAdjusted, Math.min(...all.map((each) => each.pAdjusted)), 1e-12);
      }),
    );
    expect(leastCaseP([], 5)).toEqual({ p: [], leastAdjusted: 1 });
  });

  test('the order of the cases does not change a bit', () => {
    fc.assert(
      fc.property(suite, (cases) => {
        expect(caseMinP(cases.toReversed()).toReversed()).toEqual(caseMinP(cases));
      }),
    );
  });
});
