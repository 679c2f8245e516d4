import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignCalls } from '#cases/matching/align-calls.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';

interface Table {
  readonly steps: readonly number[];
  readonly actual: number;
  readonly cells: readonly (readonly boolean[])[];
}

const tables = fc
  .tuple(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 }), fc.integer({ min: 0, max: 5 }))
  .filter(([steps]) => total(steps) <= 6)
  .chain(([steps, actual]) =>
    fc.record({
      steps: fc.constant(steps),
      actual: fc.constant(actual),
      cells: fc.array(fc.array(fc.boolean(), { minLength: actual, maxLength: actual }), {
        minLength: total(steps),
        maxLength: total(steps),
      }),
    }),
  );

describe.each(['any', 'in_order', 'exact'] as const)('order %s', (order) => {
  test('finds as many pairs as trying everything does', () => {
    always(
      fc.property(tables, (table) => {
        const pairs = align(table, order);
        expect(pairs.length).toBe(mostPairs(table, order));
      }),
      { numRuns: tries(1000) },
    );
  });

  test('pairs are compatible, consume each call once, and none is where the order does not allow it; they are listed by expected call', () => {
    always(
      fc.property(tables, (table) => {
        const pairs = align(table, order);
        const allowed = rulesOf(table, order);
        expect(pairs.every(([e, a]) => table.cells[e]?.[a])).toBe(true);
        expect(new Set(pairs.map(([, a]) => a)).size).toBe(pairs.length);
        expect(pairs.every(([e, a], at) => allowed(e, a, pairs.slice(0, at)))).toBe(true);
        expect(pairs).toEqual(pairs.toSorted((left, right) => left[0] - right[0]));
      }),
      { numRuns: tries(1000) },
    );
  });
});

test('a parallel group may come in any order, but between its neighbours', () => {
  const sequence = (expected: string[][], actual: string): number => {
    const flat = expected.flat();
    return alignCalls(
      expected.map(({ length }) => length),
      actual.length,
      'in_order',
      (e, a) => flat[e] === actual[a],
    ).length;
  };
  expect(sequence([['a'], ['b', 'c'], ['d']], 'acbd')).toBe(4);
  expect(sequence([['a'], ['b', 'c'], ['d']], 'acdb')).toBe(3);
  expect(sequence([['b', 'c'], ['a']], 'cxbya')).toBe(3);
});

test('a parallel group has the earliest calls, and none that are after those of a later step', () => {
  const pairs = (expected: readonly string[], actual: string) => {
    const flat = expected.join('');
    const steps = expected.map(({ length }) => length);
    return alignCalls(steps, actual.length, 'in_order', (e, a) => flat[e] === actual[a]);
  };
  expect(pairs(['ab'], 'aab')).toEqual([
    [0, 0],
    [1, 2],
  ]);
  expect(pairs(['a', 'a', 'bc', 'd', 'e'], 'aabdec')).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
    [4, 3],
    [5, 4],
  ]);
});

test('a parallel group that never completes among many candidates is still aligned', () => {
  const pairs = alignCalls([2, 1], 500, 'in_order', (e) => e === 0);
  expect(pairs).toHaveLength(1);
});

function align({ steps, actual, cells }: Table, order: 'any' | 'in_order' | 'exact') {
  return alignCalls(steps, actual, order, (e, a) => cells[e]?.[a] === true);
}

/** Every way of pairing, one expected call after the other. */
function mostPairs(table: Table, order: 'any' | 'in_order' | 'exact'): number {
  const { steps, actual, cells } = table;
  const allowed = rulesOf(table, order);
  let most = 0;
  const extend = (e: number, pairs: readonly (readonly [number, number])[]): void => {
    most = Math.max(most, pairs.length);
    if (e === total(steps)) return;
    extend(e + 1, pairs);
    for (let a = 0; a < actual; a++) {
      if (cells[e]?.[a] !== true || pairs.some(([, used]) => used === a) || !allowed(e, a, pairs)) continue;
      extend(e + 1, [...pairs, [e, a]]);
    }
  };
  extend(0, []);
  return most;
}

/** Whether an expected call may have an actual one beside the pairs of earlier expected calls. */
function rulesOf({ steps }: Table, order: 'any' | 'in_order' | 'exact') {
  const stepOf = steps.flatMap((size, step) => Array.from({ length: size }, () => step));
  const starts = steps.map((_, index) => total(steps.slice(0, index)));
  return (e: number, a: number, pairs: readonly (readonly [number, number])[]): boolean => {
    const step = stepOf[e] ?? 0;
    if (order === 'exact') return a >= (starts[step] ?? 0) && a < (starts[step] ?? 0) + (steps[step] ?? 0);
    return order === 'any' || pairs.every(([earlier, used]) => stepOf[earlier] === step || used < a);
  };
}

function total(steps: readonly number[]): number {
  return steps.reduce((sum, size) => sum + size, 0);
}
