import { binomialPmf } from '#domain/statistics/distributions/binomial.ts';
import type { PairCounts } from './paired-counts.ts';

/**
 * Distribution of the pairs that the candidate alone passes, among those that only one side passes: if nothing changed, either side of a pair
 * may have been the candidate's, so that each is won or lost with one half. Pairs with equal outcomes say nothing.
 */
export function signFlipPmf({ lost, won }: PairCounts): readonly number[] {
  return binomialPmf(lost + won, 0.5);
}

/** One-sided sign-flip test: the chance of at most as many pairs won. 1 without a pair that differs. */
export function signFlipLess(pairs: PairCounts): number {
  return attainableBySigns(pairs.lost + pairs.won)[pairs.won] ?? 1;
}

/** Every p-value that `signFlipLess` can take with so many pairs that differ, ascending; the last is 1. */
export function attainableBySigns(differing: number): readonly number[] {
  let sum = 0;
  const list = binomialPmf(differing, 0.5).map((probability) => {
    sum += probability;
    return Math.min(1, sum);
  });
  list[list.length - 1] = 1;
  return list;
}
