import { normalSf } from '#domain/statistics/distributions/normal.ts';
import { studentTSf } from '#domain/statistics/distributions/student-t.ts';
import { exceeds, reaches } from '../beyond.ts';
import { mean } from '../mean.ts';
import { sampleVariance } from '../sample-variance.ts';
import { dropVariance } from './drop-variance.ts';
import { isComparable, type PairedCounts } from './paired-counts.ts';

/** One case in one run of main; whole numbers with 0 ≤ passed ≤ scored. */
export interface RunCounts {
  readonly passed: number;
  readonly scored: number;
}

/** How much the suite's mean pass rate varies from one run of unchanged code to the next, beyond chance. */
export interface BetweenRuns {
  /** R, at least 2. */
  readonly runs: number;
  /** τ², in squared rates; 0 if chance explains all of it. */
  readonly variance: number;
}

/**
 * Moment estimate of the variance between runs (like the random effects of DerSimonian & Laird 1986): τ² = max(0, s² − w) with
 * s² the sample variance of the R suite means and w = (1/C²) Σ p̂(1−p̂)·M/(M−1)/m̃ its part by chance alone; p̂ and M a case's
 * rate and trials over all runs, m̃ the harmonic mean of its trials per run. Over the C cases with a scored trial in every run,
 * so that every mean is over the same cases.
 *
 * @param cases per case one entry per run, the same runs in the same order everywhere; a case with fewer entries, or with an
 * entry without scored trials, is left out
 * @returns `null` for fewer than two runs or without a case that all runs have
 */
export function betweenRuns(cases: readonly (readonly RunCounts[])[]): BetweenRuns | null {
  const found = varianceOfRuns(cases);
  if (found === null) return null;
  const { runs, seen, byChance } = found;
  return { runs, variance: exceeds(seen, byChance) ? seen - byChance : 0 };
}

/** Fewer runs say too little about how far runs differ. */
const FEWEST_RUNS = 3;

/** Runs of unchanged code look this different in one pool out of ten. */
const BY_CHANCE = 0.1;

/**
 * {@link betweenRuns} where the runs differ beyond chance, else `null`. The estimate alone is above 0 in half of all pools whose runs do not
 * differ, so it is tested first: (R−1)·s²/w against χ² with R−1 degrees of freedom, by the cube root of Wilson & Hilferty 1931.
 */
export function differingRuns(cases: readonly (readonly RunCounts[])[]): BetweenRuns | null {
  const found = varianceOfRuns(cases);
  if (found === null || found.runs < FEWEST_RUNS || !exceeds(found.seen, found.byChance)) return null;
  const { runs, seen, byChance } = found;
  const spread = 2 / (9 * (runs - 1));
  const p = byChance === 0 ? 0 : normalSf((Math.cbrt(seen / byChance) - (1 - spread)) / Math.sqrt(spread));
  return reaches(p, BY_CHANCE) ? { runs, variance: seen - byChance } : null;
}

/** What the means of runs vary by, and what chance alone makes of it. */
function varianceOfRuns(cases: readonly (readonly RunCounts[])[]) {
  const runs = cases.reduce((most, { length }) => Math.max(most, length), 0);
  const shared = cases.filter((each) => each.length === runs && each.every(({ scored }) => scored >= 1));
  const seen = sampleVariance(suiteMeans(shared, runs));
  if (seen === null || shared.length === 0) return null;
  const byChance = shared.reduce((sum, each) => sum + varianceWithinRun(each), 0) / shared.length ** 2;
  return { runs, seen, byChance };
}

function suiteMeans(cases: readonly (readonly RunCounts[])[], runs: number): number[] {
  return Array.from({ length: runs }, (_, run) => mean(cases.map((each) => rateOf(each[run]))) ?? 0);
}

function rateOf({ passed, scored }: RunCounts = { passed: 0, scored: 0 }): number {
  return scored > 0 ? passed / scored : 0;
}

/** Sampling variance of one case's rate in one run of typical length; two runs have at least two trials. */
function varianceWithinRun(runs: readonly RunCounts[]): number {
  const passed = runs.reduce((sum, each) => sum + each.passed, 0);
  const scored = runs.reduce((sum, each) => sum + each.scored, 0);
  const rate = passed / scored;
  const meanInverse = runs.reduce((sum, each) => sum + 1 / each.scored, 0) / runs.length;
  return ((rate * (1 - rate) * scored) / (scored - 1)) * meanInverse;
}

/**
 * τ²(1 + 1/R): what the differences between runs add to the variance of a drop if the candidate is one more run and the
 * baseline the mean of R. The `extraVariance` of `estimateDrop`.
 */
export function varianceOfOneMoreRun({ runs, variance }: BetweenRuns): number {
  return variance * (1 + 1 / runs);
}

/**
 * Chance of a drop at least as large if runs differ as much as `between` says and nothing else changed: P(t_{R+3} ≥ D/√(V/C² +
 * τ²(1+1/R))), V the exchangeable variance of the summed drop. The suite's p is the larger of this and its mid-p.
 *
 * The last bits depend on the order of summation: pass the cases in one order, by id.
 *
 * @returns `null` if it adds nothing to the mid-p: τ² = 0, or no comparable case
 */
export function driftP(cases: readonly PairedCounts[], between: BetweenRuns): number | null {
  const comparable = cases.filter(isComparable);
  const drop = mean(comparable.map(({ a, n, b, m }) => b / m - a / n));
  if (drop === null || between.variance === 0) return null;
  const sampling = dropVariance(comparable).exchangeable / comparable.length ** 2;
  return studentTSf(drop / Math.sqrt(sampling + varianceOfOneMoreRun(between)), between.runs + 3);
}
