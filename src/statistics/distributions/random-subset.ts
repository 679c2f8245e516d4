import { logFactorial } from './log-gamma.ts';

/** The logarithm of how many subsets of a size a set has. */
export function logChoices(size: number, count: number): number {
  return logFactorial(size) - logFactorial(count) - logFactorial(size - count);
}

/** A cumulant generating function at one point, with its first two derivatives: the mean and variance of the tilted sum. */
export interface Cumulants {
  readonly value: number;
  readonly mean: number;
  readonly variance: number;
}

/**
 * The cumulant generating function of the sum of `chosen` values that are drawn without replacement: K(t) = ln(e_n(e^{t·x₁}, …) /
 * C(T, n)), e_n the elementary symmetric polynomial. It is exact, by adding one value after the other. A polynomial of k values
 * is kept in units of its largest term, that of the k largest ones, so that nothing overflows.
 *
 * @param descending all values, the largest first
 * @param t at least 0
 */
export function subsetSumCumulants(descending: readonly number[], count: number, t: number): Cumulants {
  const largest = descending[0] ?? 0;
  const weights = descending.map((value) => Math.exp(t * (value - largest)));
  const vanish = (weights.at(-1) ?? 0) < LEAST_WEIGHT;
  const sums = new Float64Array(count + 1);
  const means = new Float64Array(count + 1);
  const variances = new Float64Array(count + 1);
  sums[0] = 1;
  for (const [at, value] of descending.entries()) {
    for (let size = Math.min(count, at + 1); size > 0; size -= 1) {
      const [own, unit] = [weights[at] ?? 0, weights[size - 1] ?? 0];
      const term = vanish ? Math.exp(t * (value - (descending[size - 1] ?? 0))) : own / unit;
      const added = term * (sums[size - 1] ?? 0);
      const sum = (sums[size] ?? 0) + added;
      const share = added / sum;
      const mean = (means[size - 1] ?? 0) + value;
      const apart = mean - (means[size] ?? 0);
      variances[size] =
        (1 - share) * (variances[size] ?? 0) + share * ((variances[size - 1] ?? 0) + (1 - share) * apart * apart);
      means[size] = (1 - share) * (means[size] ?? 0) + share * mean;
      sums[size] = sum;
    }
  }
  const top = descending.slice(0, count).reduce((sum, value) => sum + value, 0);
  return {
    value: Math.log(sums[count] ?? 0) + t * top - logChoices(descending.length, count),
    mean: means[count] ?? 0,
    variance: variances[count] ?? 0,
  };
}

/** Below it a weight loses digits, and a quotient of two is computed by itself. */
const LEAST_WEIGHT = 1e-290;
