import { assertPasses, hypergeometricPmf } from '#statistics/distributions/hypergeometric.ts';
import { assertCounts, type PairedCounts } from './paired-counts.ts';

/**
 * One-sided Fisher exact test of one case: the chance of at most `a` candidate passes given a + b passes in all, if
 * the trials of both sides are exchangeable. 1 when either side has no trials.
 *
 * @throws RangeError for counts that no set of trials can have
 */
export function fisherLess(counts: PairedCounts): number {
  assertCounts(counts);
  const { a, n, b, m } = counts;
  const k = a + b;
  return attainablePValues(k, n, m)[a - Math.max(0, k - m)] ?? 1;
}

/**
 * Every p-value that `fisherLess` can take with `k` passes over `n` candidate and `m` baseline trials, ascending; the
 * last is 1.
 *
 * @throws RangeError unless n, m ≥ 0 and 0 ≤ k ≤ n + m are whole numbers
 */
export function attainablePValues(k: number, n: number, m: number): readonly number[] {
  assertPasses(k, n, m);
  if (Math.max(k, n, m) >= LARGE) return cumulate(hypergeometricPmf(k, n, m).probabilities);
  const key = (k * LARGE + n) * LARGE + m;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const list = cumulate(hypergeometricPmf(k, n, m).probabilities);
  if (memo.size >= MEMO_LIMIT) memo.clear();
  memo.set(key, list);
  return list;
}

/** Three numbers below this make one exact number; a case with more trials is not remembered. */
const LARGE = 2 ** 17;

// Suites repeat a few (k, n, m) thousands of times; the limit bounds memory, not results.
const MEMO_LIMIT = 20_000;
const memo = new Map<number, readonly number[]>();

function cumulate(probabilities: readonly number[]): number[] {
  let sum = 0;
  const list = probabilities.map((probability) => {
    sum += probability;
    return Math.min(1, sum);
  });
  list[list.length - 1] = 1;
  return list;
}
