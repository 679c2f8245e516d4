import { normalSf } from '#statistics/distributions/normal.ts';
import { type Cumulants, logChoices, subsetSumCumulants } from '#statistics/distributions/random-subset.ts';
import type { PairedValues } from './paired-values.ts';

// Values and sums closer than this, relative to their spread, are equal: the rest is rounding.
const EQUAL = 1e-12;

/**
 * One-sided p that the total grew: of S = Σ over cases (mean of the candidate − mean of the baseline), if the trials of each case are
 * exchangeable. By the saddlepoint of the exact generating function (Lugannani & Rice 1980), and never below the chance of the largest S
 * that the values allow, which is exact where S is that largest one. Without a value that varies within its case it is 1, at S = 0 it is ½.
 * A case without values on a side takes no part; any number of cases will do.
 */
export function totalTest(pairs: readonly PairedValues[]): number {
  const strata = pairs.flatMap((pair) => stratumOf(pair) ?? []);
  if (strata.length === 0) return 1;
  const sum = (key: 'seen' | 'variance' | 'logFloor') => strata.reduce((total, stratum) => total + stratum[key], 0);
  const floor = Math.exp(sum('logFloor'));
  if (strata.every(({ isLargest }) => isLargest)) return floor;
  const difference = sum('seen');
  const deviation = Math.sqrt(sum('variance'));
  if (difference <= EQUAL * deviation)
    return normalSf(Math.abs(difference) <= EQUAL * deviation ? 0 : difference / deviation);
  return Math.max(floor, upperTail(strata, difference, deviation));
}

/** A case whose values vary: its part of S is the sum of the candidate's deviations. */
interface Stratum {
  /** (value − mean of the case) · (1/n + 1/m), of both sides, the largest first. */
  readonly descending: readonly number[];
  /** Trials of the candidate. */
  readonly trials: number;
  readonly seen: number;
  readonly variance: number;
  /** No other choice of the candidate's trials has a larger sum. */
  readonly isLargest: boolean;
  /** ln of the share of choices that have the largest sum. */
  readonly logFloor: number;
}

function stratumOf({ candidate, baseline }: PairedValues): Stratum | null {
  const [n, m] = [candidate.length, baseline.length];
  if (n === 0 || m === 0) return null;
  const scale = 1 / n + 1 / m;
  const values = [...candidate, ...baseline];
  const centre = total(values) / values.length;
  const deviations = values.map((value) => scale * (value - centre));
  const descending = deviations.toSorted((left, right) => right - left);
  const range = (descending[0] ?? 0) - (descending.at(-1) ?? 0);
  if (range <= EQUAL * scale * Math.abs(centre)) return null;
  const top = descending.slice(0, n);
  const edge = top.at(-1) ?? 0;
  const atEdge = (some: readonly number[]) => some.filter((value) => Math.abs(value - edge) <= EQUAL * range).length;
  const seen = total(deviations.slice(0, n));
  return {
    descending,
    trials: n,
    seen,
    variance: ((total(deviations.map((value) => value * value)) / (n + m - 1)) * n * m) / (n + m),
    isLargest: seen >= total(top) - EQUAL * range * n,
    logFloor: logChoices(atEdge(descending), atEdge(top)) - logChoices(n + m, n),
  };
}

/** Lugannani–Rice for S > 0 below its largest value. */
function upperTail(strata: readonly Stratum[], difference: number, deviation: number): number {
  const known = new Map<number, Cumulants>();
  const cumulants = (t: number) => {
    const own = known.get(t) ?? cumulantsOf(strata, t);
    known.set(t, own);
    return own;
  };
  const t = saddlepoint(cumulants, difference, deviation);
  const { value, variance } = cumulants(t);
  const r = Math.sqrt(Math.max(0, 2 * (t * difference - value)));
  if (r < CENTRAL) return 0.5;
  const density = Math.exp((-r * r) / 2) / Math.sqrt(2 * Math.PI);
  const p = normalSf(r) + density * (1 / (t * Math.sqrt(variance)) - 1 / r);
  return p > 0 && p < 1 ? p : normalSf(r);
}

/** Closer to the middle, both terms of the formula are infinite, and their sum is rounding. */
const CENTRAL = 1e-4;

/** The t > 0 at which the tilted mean is S: Newton's method within a bracket. */
function saddlepoint(cumulants: (t: number) => Cumulants, difference: number, deviation: number): number {
  const start = difference / deviation ** 2;
  let [low, high] = [0, start];
  while (cumulants(high).mean < difference && high < FARTHEST / deviation) [low, high] = [high, 2 * high];
  let t = Math.min(high, Math.max(low, start));
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { mean, variance } = cumulants(t);
    if (mean > difference) high = t;
    else low = t;
    const newton = t + (difference - mean) / Math.max(variance, Number.MIN_VALUE);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - t) <= PRECISE * Math.abs(t)) return t;
    t = next;
  }
  return t;
}

const FARTHEST = 1e9;
const MOST_STEPS = 80;
const PRECISE = 1e-9;

function cumulantsOf(strata: readonly Stratum[], t: number): Cumulants {
  let [value, mean, variance] = [0, 0, 0];
  for (const { descending, trials } of strata) {
    const own = subsetSumCumulants(descending, trials, t);
    value += own.value;
    mean += own.mean;
    variance += own.variance;
  }
  return { value, mean, variance };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
