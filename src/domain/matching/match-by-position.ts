import { maximumMatching } from './bipartite.ts';

/**
 * Pairs of expected and actual calls at the same place. The calls of one step (a parallel group) share their places in any order.
 *
 * @param steps number of calls of each expected step; expected calls are numbered through
 * @param actual number of actual calls
 */
export function matchByPosition(
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
