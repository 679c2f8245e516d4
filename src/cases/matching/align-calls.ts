import { maximumMatching } from './bipartite.ts';
import { matchInOrder } from './match-in-order.ts';

/**
 * As many pairs [expected, actual] as the order allows, each call in at most one: maximum bipartite matching (`any`), longest
 * common subsequence (`in_order`), same position (`exact`). `compatible` is the caller's, so no order changes how calls are compared.
 *
 * @param steps number of calls of each expected step, 1 or the size of a parallel group; expected calls are numbered through
 * @param actual number of actual calls
 */
export function alignCalls(
  steps: readonly number[],
  actual: number,
  order: 'any' | 'in_order' | 'exact',
  compatible: (expected: number, actual: number) => boolean,
): readonly (readonly [number, number])[] {
  if (order === 'in_order') return matchInOrder(steps, actual, compatible);
  if (order === 'exact') return matchByPosition(steps, actual, compatible);
  const expected = steps.reduce((sum, size) => sum + size, 0);
  return maximumMatching(expected, actual, compatible).flatMap((a, e): (readonly [number, number])[] =>
    a === -1 ? [] : [[e, a]],
  );
}

/**
 * Pairs of expected and actual calls at the same position. The calls of one step (a parallel group) share their positions in
 * any order.
 *
 * @param steps number of calls of each expected step; expected calls are numbered through
 * @param actual number of actual calls
 */
function matchByPosition(
  steps: readonly number[],
  actual: number,
  compatible: (expected: number, actual: number) => boolean,
): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let start = 0;
  for (const size of steps) {
    const offset = start;
    const there = Math.max(0, Math.min(size, actual - offset));
    const matching = maximumMatching(size, there, (e, a) => compatible(offset + e, offset + a));
    for (const [e, a] of matching.entries()) if (a !== -1) pairs.push([offset + e, offset + a]);
    start += size;
  }
  return pairs;
}
