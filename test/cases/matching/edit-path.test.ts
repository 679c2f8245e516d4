import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EditPath, editPath } from '#cases/matching/edit-path.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';

/** What a pair costs, by letters: equal ones nothing, of one kind (either case) a half, others may not be paired. */
function costOf(left: string, right: string): number | null {
  if (left === right) return 0;
  return left.toLowerCase() === right.toLowerCase() ? 0.5 : null;
}

const pathOf = (left: readonly string[], right: readonly string[]): EditPath =>
  editPath(left.length, right.length, (l, r) => costOf(left[l] ?? expect.fail(), right[r] ?? expect.fail()));

const letters = fc.array(fc.constantFrom('a', 'A', 'b', 'B'), { maxLength: 7 });

test('the way between two sequences is the cheapest, and costs what it says', () => {
  always(
    fc.property(letters, letters, (left, right) => {
      const { distance, steps } = pathOf(left, right);
      expect(distance).toBe(cheapest(left, right));
      expect(steps.reduce((sum, { cost }) => sum + cost, 0)).toBe(distance);
    }),
    { numRuns: tries(2000) },
  );
});

test('the way passes every item of both sides once, in order, and pairs only what may be paired', () => {
  always(
    fc.property(letters, letters, (lefts, rights) => {
      const { steps } = pathOf(lefts, rights);
      expect(steps.flatMap(({ left }) => left ?? [])).toEqual([...lefts.keys()]);
      expect(steps.flatMap(({ right }) => right ?? [])).toEqual([...rights.keys()]);
      for (const { left, right, cost } of steps) {
        const paired = left === null || right === null ? 1 : costOf(lefts[left] ?? '', rights[right] ?? '');
        expect(cost).toBe(paired);
      }
    }),
    { numRuns: tries(2000) },
  );
});

test('of several cheapest ways, the one that pairs the earliest items', () => {
  const pairs = pathOf(['a'], ['B', 'a', 'a', 'b']).steps.filter(({ left, right }) => left !== null && right !== null);
  expect(pairs).toEqual([{ left: 0, right: 1, cost: 0 }]);
  expect(pathOf(['a', 'b'], ['b', 'a']).steps[0]).toEqual({ left: 0, right: null, cost: 1 });
});

test('long sequences that differ in one place are not compared item by item', () => {
  let asked = 0;
  const { distance } = editPath(20_000, 20_001, (l, r) => {
    asked += 1;
    return (l < 7000 ? l === r : l + 1 === r) ? 0 : null;
  });
  expect(distance).toBe(1);
  expect(asked).toBeLessThan(100_000);
});

/** The same by trying everything. */
function cheapest(left: readonly string[], right: readonly string[]): number {
  const [first, ...rest] = left;
  const [facing, ...others] = right;
  if (first === undefined || facing === undefined) return left.length + right.length;
  const paired = costOf(first, facing);
  return Math.min(
    1 + cheapest(rest, right),
    1 + cheapest(left, others),
    paired === null ? Number.POSITIVE_INFINITY : paired + cheapest(rest, others),
  );
}
