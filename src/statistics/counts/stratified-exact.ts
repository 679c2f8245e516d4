import { hypergeometricPmf } from '#statistics/distributions/hypergeometric.ts';
import { assertCounts, isComparable, type PairedCounts } from './paired-counts.ts';

/** Lower-tail p-values of the suite: `pExact` = P(S ≤ t), `pMid` = P(S < t) + ½P(S = t) (Lancaster 1961). */
export interface SuiteP {
  readonly pExact: number;
  readonly pMid: number;
}

/**
 * Exact stratified test that the candidate passes less often: S, the candidate's passes over all informative cases,
 * has under "the trials of each case are exchangeable" the convolution of one hypergeometric distribution per case
 * (the exact form of Mantel–Haenszel 1959, see Hirji, Exact Analysis of Discrete Data, 2006). Cases where everything
 * or nothing passed, and cases with an empty side, carry no information; without an informative case both p-values
 * are 1.
 *
 * The order of the cases does not change a bit of the result. P-values under about 1e-280 may come out as 0.
 *
 * @throws RangeError for counts that no set of trials can have
 */
export function suiteExact(cases: readonly PairedCounts[]): SuiteP {
  const strata = informativeStrata(cases);
  if (strata.length === 0) return { pExact: 1, pMid: 1 };
  const observed = strata.reduce((sum, stratum) => sum + stratum.aboveLowest, 0);
  const { first, masses } = strata.reduce((sum, { probabilities }) => add(sum, probabilities, observed), NOTHING_YET);
  let below = 0;
  for (const [i, mass] of masses.entries()) if (first + i < observed) below += mass;
  const at = masses[observed - first] ?? 0;
  return { pExact: Math.min(1, below + at), pMid: Math.min(1, below + 0.5 * at) };
}

interface Stratum {
  readonly aboveLowest: number;
  readonly probabilities: readonly number[];
}

function informativeStrata(cases: readonly PairedCounts[]): Stratum[] {
  for (const counts of cases) assertCounts(counts);
  return cases
    .filter((counts) => isComparable(counts) && isInformative(counts))
    .toSorted((x, y) => x.a + x.b - (y.a + y.b) || x.n - y.n || x.m - y.m)
    .map(({ a, n, b, m }) => {
      const { low, probabilities } = hypergeometricPmf(a + b, n, m);
      return { aboveLowest: a - low, probabilities };
    });
}

function isInformative({ a, n, b, m }: PairedCounts): boolean {
  return a + b > 0 && a + b < n + m;
}

/** Distribution of a sum: `masses[i]` is the probability of `first + i`. */
interface PartialSum {
  readonly first: number;
  readonly masses: Float64Array;
}

const NOTHING_YET: PartialSum = { first: 0, masses: Float64Array.of(1) };

// Smaller masses cannot change a p-value above 1e-280 by 1e-9 of itself, and denormal numbers are slow.
const NEGLIGIBLE = 1e-295;

/** Convolves, without sums above `observed` (no later case can lower a sum) and negligible ends. */
function add(sum: PartialSum, probabilities: readonly number[], observed: number): PartialSum {
  const { first, masses } = sum;
  const length = Math.min(masses.length + probabilities.length - 1, observed + 1 - first);
  const next = new Float64Array(Math.max(0, length));
  for (const [step, probability] of probabilities.entries()) {
    const end = Math.min(masses.length, next.length - step);
    for (let i = 0; i < end; i++) next[i + step] = (next[i + step] ?? 0) + (masses[i] ?? 0) * probability;
  }
  return trim(first, next);
}

function trim(first: number, masses: Float64Array): PartialSum {
  let start = 0;
  let end = masses.length;
  while (start < end && (masses[start] ?? 0) < NEGLIGIBLE) start++;
  while (end > start && (masses[end - 1] ?? 0) < NEGLIGIBLE) end--;
  return { first: first + start, masses: masses.subarray(start, end) };
}
