import type { PairedCounts } from '../counts/paired-counts.ts';

/**
 * How far a run lies below those before it, in standard errors; positive: it fell. The mean over cases of b/m − a/n, divided by
 * its exact standard deviation if a case's trials may be exchanged between both sides: √(Σ k(N−k)/(N(N−1)) · (1/n + 1/m)) / C,
 * with k = a + b passes in N = n + m trials (Mantel & Haenszel 1959). Nothing has to be known about the rates, so estimating
 * them from few runs costs nothing but power.
 *
 * @param cases with trials on both sides
 * @returns 0 if no case could have differed
 */
export function fallScore(cases: readonly PairedCounts[]): number {
  let fall = 0;
  let variance = 0;
  for (const { a, n, b, m } of cases) {
    const [passed, trials] = [a + b, n + m];
    fall += b / m - a / n;
    variance += ((passed * (trials - passed)) / (trials * (trials - 1))) * (1 / n + 1 / m);
  }
  return variance === 0 ? 0 : fall / Math.sqrt(variance);
}
