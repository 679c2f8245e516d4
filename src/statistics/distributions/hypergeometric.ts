import { type DiscreteDistribution, fromRatios } from './discrete-distribution.ts';

/**
 * How many of the `k` passes fall on the candidate when `k` passes are spread at random over `n` candidate and `m`
 * baseline trials: P(a) = C(n,a)·C(m,k−a) / C(n+m,k) for a = max(0,k−m)…min(n,k).
 *
 * Built from P(a+1)/P(a) = (n−a)(k−a) / ((a+1)(m−k+a+1)) (Johnson, Kemp & Kotz, Univariate Discrete Distributions,
 * ch. 6).
 *
 * @throws RangeError unless n, m ≥ 0 and 0 ≤ k ≤ n + m are whole numbers
 */
export function hypergeometricPmf(k: number, n: number, m: number): DiscreteDistribution {
  assertPasses(k, n, m);
  const low = Math.max(0, k - m);
  const high = Math.min(n, k);
  const peak = Math.floor(((k + 1) * (n + 1)) / (n + m + 2));
  const mode = Math.min(high, Math.max(low, peak));
  const ratio = (i: number) => {
    const a = low + i;
    return ((n - a) * (k - a)) / ((a + 1) * (m - k + a + 1));
  };
  return { low, probabilities: fromRatios(high - low + 1, mode - low, ratio) };
}

/** @throws RangeError unless n, m ≥ 0 and 0 ≤ k ≤ n + m are whole numbers */
export function assertPasses(k: number, n: number, m: number): void {
  const whole = [k, n, m].every((count) => Number.isSafeInteger(count) && count >= 0);
  if (!whole || k > n + m) {
    throw new RangeError(`hypergeometric needs whole numbers with 0 ≤ k ≤ n + m, got k=${k} n=${n} m=${m}`);
  }
}
