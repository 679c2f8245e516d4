import { isComparable, type PairedCounts } from './paired-counts.ts';

/** Variances of the sum (not the mean) of the cases' drops. */
export interface DropVariance {
  /** Each side's own sampling variance; with a single trial on a side, the variance pooled over both. */
  readonly wald: number;
  /** Variance if the trials of both sides are exchangeable. */
  readonly exchangeable: number;
  /** One pseudo-failure in total, so that a suite without failures has no zero-width interval. */
  readonly pseudoFailure: number;
}

/**
 * Components of the variance of a suite's drop, summed over the comparable cases. `a` and `n` may be fractional: the
 * gate asks what the variance would be with more trials at the same rates.
 *
 * wald = Σ p̂a(1−p̂a)/(n−1) + p̂b(1−p̂b)/(m−1), exchangeable = Σ k(T−k)/(T(T−1))·h, pseudoFailure = mean h/T,
 * where h = 1/n + 1/m, T = n + m, k = a + b. All 0 without a comparable case.
 */
export function dropVariance(cases: readonly PairedCounts[]): DropVariance {
  const comparable = cases.filter(isComparable);
  let wald = 0;
  let exchangeable = 0;
  let pseudoFailure = 0;
  for (const { a, n, b, m } of comparable) {
    const total = n + m;
    const passes = a + b;
    const pooled = (passes * (total - passes)) / (total * (total - 1));
    const scale = 1 / n + 1 / m;
    wald += ofOneSide(a, n, pooled) + ofOneSide(b, m, pooled);
    exchangeable += pooled * scale;
    pseudoFailure += scale / total / comparable.length;
  }
  return { wald, exchangeable, pseudoFailure };
}

function ofOneSide(passes: number, trials: number, pooled: number): number {
  const rate = passes / trials;
  return trials > 1 ? (rate * (1 - rate)) / (trials - 1) : pooled / trials;
}
