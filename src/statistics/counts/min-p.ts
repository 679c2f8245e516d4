import { binomialPmf } from '#statistics/distributions/binomial.ts';
import { reaches, SLACK } from '../beyond.ts';
import { attainablePValues, fisherLess } from './fisher.ts';
import type { PairedCounts, ScheduledCounts } from './paired-counts.ts';

/** A case's one-sided Fisher p-value, and the chance of one at least as small anywhere in the suite if nothing changed. */
export interface CaseP {
  readonly p: number;
  readonly pAdjusted: number;
}

/**
 * Exact discrete single-step minP over cases (Westfall & Young 1993; Tarone 1990): p_adj(t) = 1 − Π_i (1 − F_i(t)),
 * F_i(t) the largest p-value ≤ t that case i can attain. A case that never failed costs nothing.
 *
 * @returns one entry per case, in the order given
 * @throws RangeError for counts that no set of trials can have
 */
export function caseMinP(cases: readonly PairedCounts[]): CaseP[] {
  return caseMinPAtLook(cases.map(atItsLook), 0);
}

/**
 * `caseMinP` for a suite in which some cases stopped early. A case with fewer than `look` trials scheduled enters
 * with the F it would be expected to have with all of them: Σ_x Binom(x; look − scheduled, (k+½)/(T+1)) · F(k+x,
 * n+look−scheduled, m). Without this, dropping the unsuspicious cases would make the remaining ones look too rare.
 *
 * @param look trials per case that this look plans
 * @returns one entry per case, in the order given
 * @throws RangeError for counts that no set of trials can have
 */
export function caseMinPAtLook(cases: readonly ScheduledCounts[], look: number): CaseP[] {
  const raw = cases.map(fisherLess);
  const thresholds = [...new Set(raw)].sort((x, y) => x - y);
  const logNone = new Float64Array(thresholds.length);
  for (const { stratum, times } of distinctStrata(cases, look)) addLogNone(logNone, thresholds, stratum, times);
  const adjusted = new Map<number, number>();
  let sum = 0;
  for (const [j, threshold] of thresholds.entries()) {
    sum += logNone[j] ?? 0;
    adjusted.set(threshold, 0 - Math.expm1(sum));
  }
  return raw.map((p) => ({ p, pAdjusted: adjusted.get(p) ?? 1 }));
}

/**
 * The adjusted p of {@link caseMinPAtLook} as mid-p: the chance of a smaller one anywhere, and half of the chance of this one. Only of cases whose own p is at most
 * `most`; 1 of the others.
 */
export function caseMidP(cases: readonly ScheduledCounts[], look: number, most: number): number[] {
  const strata = distinctStrata(cases, look);
  return cases.map((item) => {
    const p = fisherLess(item);
    return reaches(p, most) ? (adjustedAt(p, strata) + adjustedAt(p * (1 - 3 * SLACK), strata)) / 2 : 1;
  });
}

/** 1 − Π (1 − F) at one threshold. */
function adjustedAt(p: number, strata: readonly { readonly stratum: Stratum; readonly times: number }[]): number {
  const logNone = new Float64Array(1);
  for (const { stratum, times } of strata) addLogNone(logNone, [p], stratum, times);
  return 0 - Math.expm1(logNone[0] ?? 0);
}

/**
 * What {@link caseMinP} says of one case next to given others, for several such cases: the others are read once.
 *
 * @returns the adjusted p of a case
 * @throws RangeError for counts that no set of trials can have
 */
export function minPBeside(others: readonly PairedCounts[]): (counts: PairedCounts) => number {
  const strata = distinctStrata(others.map(atItsLook), 0);
  return (item) => adjustedAt(fisherLess(item), [...strata, ...distinctStrata([atItsLook(item)], 0)]);
}

function atItsLook(counts: PairedCounts): ScheduledCounts {
  return { ...counts, scheduled: counts.n };
}

/** `k` passes over `n` candidate and `m` baseline trials; `unrun` trials of the look were never scheduled. */
interface Stratum {
  readonly k: number;
  readonly n: number;
  readonly m: number;
  readonly unrun: number;
}

/** Cases that differ only in `a` share F. Sorted, so that the order of the cases does not change a bit of the result. */
function distinctStrata(cases: readonly ScheduledCounts[], look: number): { stratum: Stratum; times: number }[] {
  const strata = new Map<string | number, { stratum: Stratum; times: number }>();
  for (const { a, n, b, m, scheduled } of cases) {
    const unrun = Math.max(0, look - scheduled);
    const key = keyOf(a + b, n, m, unrun);
    const known = strata.get(key);
    if (known !== undefined) known.times += 1;
    else strata.set(key, { stratum: { k: a + b, n, m, unrun }, times: 1 });
  }
  return [...strata.values()].sort(
    ({ stratum: x }, { stratum: y }) => x.k - y.k || x.n - y.n || x.m - y.m || x.unrun - y.unrun,
  );
}

/** A number for usual strata: a text for each case would take longer than the test itself. */
function keyOf(k: number, n: number, m: number, unrun: number): string | number {
  return Math.max(k, n, m, unrun) < USUAL ? ((k * USUAL + n) * USUAL + m) * USUAL + unrun : `${k},${n},${m},${unrun}`;
}

/** Four numbers below this make one exact number. */
const USUAL = 2 ** 12;

/**
 * Adds to `logNone[j]` how much ln(1 − F) falls from threshold j − 1 to j. All terms have one sign, so sums lose no
 * digits.
 */
function addLogNone(logNone: Float64Array, thresholds: readonly number[], stratum: Stratum, times: number): void {
  let reached = 0;
  let logReached = 0;
  const risen = rises(thresholds, stratum);
  for (let j = 0; j < risen.length; j++) {
    const rise = risen[j] ?? 0;
    if (rise === 0) continue;
    reached = Math.min(1, reached + rise);
    const next = Math.log1p(-reached);
    logNone[j] = (logNone[j] ?? 0) + times * (next - logReached);
    if (reached === 1) return;
    logReached = next;
  }
}

/** How much F rises at each threshold. */
function rises(thresholds: readonly number[], { k, n, m, unrun }: Stratum): Float64Array {
  const result = new Float64Array(thresholds.length);
  const rate = (k + 0.5) / (n + m + 1);
  for (const [extraPasses, weight] of binomialPmf(unrun, rate).entries()) {
    let previous = 0;
    for (const value of attainablePValues(k + extraPasses, n + unrun, m)) {
      const j = firstReaching(thresholds, value);
      if (j === thresholds.length) break;
      result[j] = (result[j] ?? 0) + weight * (value - previous);
      previous = value;
    }
  }
  return result;
}

/** Index of the first of the ascending thresholds that a p-value of `value` does not exceed. */
function firstReaching(thresholds: readonly number[], value: number): number {
  let low = 0;
  let high = thresholds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (thresholds[middle] ?? 1) * (1 + SLACK)) high = middle;
    else low = middle + 1;
  }
  return low;
}
