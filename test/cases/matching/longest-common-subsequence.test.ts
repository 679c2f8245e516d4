import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longestCommonSubsequence } from '#cases/matching/longest-common-subsequence.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { pairTables } from './tables.ts';

type Pair = [number, number];

describe('longestCommonSubsequence', () => {
  test('is the first of all longest pairings in order, found by trying every pairing', () => {
    always(
      fc.property(pairTables, ({ left, right, cells }) => {
        const same = (l: number, r: number) => cells[l]?.[r] === true;
        expect(longestCommonSubsequence(left, right, same)).toEqual(bestByTrying(left, right, same));
      }),
      { numRuns: tries(3000) },
    );
  });

  test('asks about no number beyond the end of either side', () => {
    const asked: Pair[] = [];
    longestCommonSubsequence(2, 3, (l, r) => {
      asked.push([l, r]);
      return l === r;
    });
    expect(asked.filter(([l, r]) => l > 1 || r > 2)).toEqual([]);
  });

  test('long sequences with one side repeated pair in order', () => {
    const pairs = longestCommonSubsequence(300, 600, (l, r) => l === r % 300);
    expect(pairs).toEqual(Array.from({ length: 300 }, (_, i) => [i, i]));
  });
});

/** Every pairing in order, compared by length and then pair by pair. */
function bestByTrying(left: number, right: number, same: (l: number, r: number) => boolean): Pair[] {
  let best: Pair[] = [];
  const extend = (sofar: Pair[], l: number, r: number) => {
    if (sofar.length > best.length) best = sofar;
    for (let i = l; i < left; i++) {
      for (let j = r; j < right; j++) if (same(i, j)) extend([...sofar, [i, j]], i + 1, j + 1);
    }
  };
  extend([], 0, 0);
  return best;
}
