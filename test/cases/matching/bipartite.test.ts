import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maximumMatching } from '#cases/matching/bipartite.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { pairTables } from './tables.ts';

type Table = readonly (readonly boolean[])[];

describe('maximumMatching', () => {
  test('is the first of all largest matchings, found by trying every assignment', () => {
    always(
      fc.property(pairTables, ({ left, right, cells }) => {
        const found = maximumMatching(left, right, (l, r) => cells[l]?.[r] === true);
        expect(found).toEqual(bestByTrying(left, right, cells));
      }),
      { numRuns: tries(3000) },
    );
  });

  test('compatibility is asked once for every pair', () => {
    const asked: string[] = [];
    maximumMatching(3, 4, (l, r) => {
      asked.push(`${l},${r}`);
      return (l + r) % 2 === 0;
    });
    expect(asked).toHaveLength(12);
    expect(new Set(asked).size).toBe(12);
  });

  test('a chain that has to shift from end to end is shifted', () => {
    const length = 500;
    const matching = maximumMatching(length, length, (l, r) => (l === length - 1 ? r === 0 : r === l || r === l + 1));
    expect(matching).toEqual([...Array.from({ length: length - 1 }, (_, l) => l + 1), 0]);
  });
});

/** Every assignment, compared by size and then position by position, unmatched last. */
function bestByTrying(left: number, right: number, cells: Table): number[] {
  let best: number[] = [];
  let bestSize = -1;
  const assign = (chosen: number[]) => {
    if (chosen.length < left) {
      for (const r of [...Array(right).keys(), -1]) {
        const fits = r === -1 || (!chosen.includes(r) && cells[chosen.length]?.[r] === true);
        if (fits) assign([...chosen, r]);
      }
      return;
    }
    const size = chosen.filter((r) => r !== -1).length;
    if (size > bestSize) {
      best = chosen;
      bestSize = size;
    }
  };
  assign([]);
  return best;
}
