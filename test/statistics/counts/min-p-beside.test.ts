import fc from 'fast-check';
import { describe, test } from 'vitest';
import { caseMinP, minPBeside } from '#statistics/counts/min-p.ts';
import { always } from '#test/support/always.ts';
import { countsUpTo } from '../arbitraries.ts';
import { expectClose } from '../expect-close.ts';

const suite = fc.array(countsUpTo(5), { minLength: 1, maxLength: 6 });

describe('short ways to a part of what caseMinP finds', () => {
  test('one case next to given others has the adjusted p that it has among them', () => {
    always(
      fc.property(suite, countsUpTo(5), (others, counts) => {
        expectClose(minPBeside(others)(counts), caseMinP([...others, counts]).at(-1)?.pAdjusted ?? -1, 1e-12);
      }),
    );
  });
});
