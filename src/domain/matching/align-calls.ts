import { maximumMatching } from './bipartite.ts';
import { matchByPosition } from './match-by-position.ts';
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
