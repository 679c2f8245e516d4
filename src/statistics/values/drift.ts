import { normalPdf, normalSf } from '#statistics/distributions/normal.ts';
import type { RunSpread } from './run-spread.ts';

/**
 * How far a mean may move between runs of main and a later run though nothing changed, beyond chance: a distribution, as few runs say little
 * about it.
 */
export interface Drift {
  /** The weights sum up to 1; empty: nobody knows how far. */
  readonly variances: readonly { readonly variance: number; readonly weight: number }[];
}

/** How likely it is, before main's runs, that all days are alike. */
const ALIKE = 0.1;

/** How far days differ that do, before any run is known: parts of τ in units of what is usual, with their chances, in proportion. */
type DaysApart = readonly { readonly x: number; readonly chance: number }[];

/** Half-normal, for what has bounds: a rate hardly moves by several times what is usual. */
const BOUNDED: DaysApart = Array.from({ length: 60 }, (_, part) => {
  const x = (part + 0.5) * 0.1;
  return { x, chance: Math.exp(-(x * x) / 2) };
});

/** Half-Cauchy (Gelman 2006), for what moves by any factor, as where the provider's cache is warm in one run and cold in the next. */
export const BOUNDLESS: DaysApart = Array.from({ length: 120 }, (_, part) => {
  const x = 0.05 * 1.06 ** part;
  return { x, chance: x / (1 + x * x) };
});

/** Nobody knows how far days differ: any change may be another day's. */
export const UNKNOWN_DRIFT: Drift = { variances: [] };

/**
 * What main's runs say of how far days differ: before them, days are alike with a chance of {@link ALIKE}, and else differ by a standard
 * deviation τ; the runs weigh each τ by its likelihood, (R−1)·s² / (w + τ²) being χ² distributed. One more run differs from the mean of R by a
 * variance of τ²(1 + 1/R). With a single run, what is usual is all there is.
 *
 * @param usual τ₀, a standard deviation
 * @param runs R ≥ 1
 * @param spread of these runs; `null`: unknown
 */
export function driftOf(usual: number, runs: number, spread: RunSpread | null, apart: DaysApart = BOUNDED): Drift {
  const mass = apart.reduce((sum, { chance }) => sum + chance, 0);
  const prior = [
    { tau: 0, chance: ALIKE },
    ...apart.map(({ x, chance }) => ({ tau: x * usual, chance: ((1 - ALIKE) * chance) / mass })),
  ];
  const logs = prior.map(({ tau, chance }) => Math.log(chance) + logLikelihood(tau * tau, spread));
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const total = weights.reduce((sum, each) => sum + each, 0);
  return {
    variances: prior.map(({ tau }, i) => ({
      variance: tau * tau * (1 + 1 / Math.max(1, runs)),
      weight: (weights[i] ?? 0) / total,
    })),
  };
}

function logLikelihood(variance: number, spread: RunSpread | null): number {
  if (spread === null) return 0;
  const { runs, seen, byChance } = spread;
  const expected = Math.max(byChance + variance, Number.MIN_VALUE);
  return (-(runs - 1) / 2) * (Math.log(expected) + seen / expected);
}

/**
 * Chance of a change at least as large if only the day differs: the mean over the drift's variances of P(Z ≥ change / √(SE² + variance)); 1 where
 * nobody knows how far days differ.
 *
 * @param standardError of the change by sampling alone
 */
export function driftP(change: number, standardError: number, { variances }: Drift): number {
  if (variances.length === 0) return 1;
  let sum = 0;
  for (const { variance, weight } of variances) {
    const error = Math.sqrt(standardError ** 2 + variance);
    sum += weight * (error === 0 ? (change > 0 ? 0 : 1) : normalSf(change / error));
  }
  return sum;
}

/** Drops up to this are looked at. */
const LARGEST_DROP = 1;
const NEGLIGIBLE = 1e-9;

/**
 * The smallest drop that another day explains no more often than a p says.
 *
 * @param least no smaller one counts
 * @param standardError of the drop by sampling alone
 * @param p below ½
 */
export function leastBeyondDays(least: number, standardError: number, drift: Drift, p: number): number {
  // Newton's method: beyond 0 the chance falls ever more slowly, so its tangents never lead past the drop.
  let drop = Math.max(Number.MIN_VALUE, least);
  while (drop < LARGEST_DROP) {
    const further = (driftP(drop, standardError, drift) - p) / driftDensity(drop, standardError, drift);
    if (!(further > NEGLIGIBLE)) return Math.max(least, drop);
    drop += further;
  }
  return LARGEST_DROP;
}

/** How fast {@link driftP} falls. */
function driftDensity(change: number, standardError: number, { variances }: Drift): number {
  let sum = 0;
  for (const { variance, weight } of variances) {
    const error = Math.sqrt(standardError ** 2 + variance);
    if (error > 0) sum += (weight * normalPdf(change / error)) / error;
  }
  return sum;
}
