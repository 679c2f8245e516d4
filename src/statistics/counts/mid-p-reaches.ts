import { reaches } from '../beyond.ts';
import { hypergeometricPmf } from '../distributions/hypergeometric.ts';
import { assertCounts, isComparable, type PairedCounts } from './paired-counts.ts';
import { suiteExact } from './stratified-exact.ts';

/**
 * Whether the mid-p of {@link suiteExact} reaches a boundary: the same answer. A drop of a large suite is often far beyond chance; then
 * Chernoff's bound (1952), P(S ≤ t) ≤ e^{θt} Π E e^{−θX} for any θ > 0, shows it without the distribution of the sum.
 *
 * @throws RangeError for counts that no set of trials can have
 */
export function midPReaches(cases: readonly PairedCounts[], boundary: number): boolean {
  if (boundary >= 1) return true;
  for (const counts of cases) assertCounts(counts);
  return logUpperBound(cases) < Math.log(boundary) - ROUNDING || reaches(suiteExact(cases).pMid, boundary);
}

/** Far more than rounding makes of the logarithm of either side. */
const ROUNDING = 1e-6;

/** Two numbers below this, and their sum, make one exact number. */
const LARGE = 2 ** 17;

/** Of P(S ≤ t), by the θ that is best for a normal sum; 0 if it shows nothing. */
export function logUpperBound(cases: readonly PairedCounts[]): number {
  let below = 0;
  let variance = 0;
  const strata = new Map<number, { readonly counts: PairedCounts; times: number; passed: number }>();
  for (const counts of cases) {
    if (Math.max(counts.n, counts.m) >= LARGE) return 0;
    if (!isComparable(counts)) continue;
    const { a, n, b, m } = counts;
    const [k, all] = [a + b, n + m];
    if (k === 0 || k === all) continue;
    below += (n * k) / all - a;
    variance += (n * m * k * (all - k)) / (all * all * (all - 1));
    const key = (k * LARGE + n) * LARGE + m;
    const known = strata.get(key);
    if (known === undefined) strata.set(key, { counts, times: 1, passed: a });
    else {
      known.times += 1;
      known.passed += a;
    }
  }
  if (!(below > 0)) return 0;
  const theta = below / variance;
  let log = 0;
  for (const { counts, times, passed } of strata.values()) log += theta * passed + times * logMoment(counts, theta);
  return log;
}

/** ln E e^{−θX} of the passes of one case. */
function logMoment({ a, n, b, m }: PairedCounts, theta: number): number {
  const { low, probabilities } = hypergeometricPmf(a + b, n, m);
  return Math.log(probabilities.reduce((sum, each, above) => sum + each * Math.exp(-theta * (low + above)), 0));
}
