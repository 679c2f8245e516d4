import { normalSf } from '#statistics/distributions/normal.ts';
import { exceeds, reaches } from '../beyond.ts';
import { type RunValues, runSpread } from '../values/run-spread.ts';

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
  const variation = spreadOf(cases);
  if (variation === null) return null;
  const { runs, seen, byChance } = variation;
  return { runs, variance: exceeds(seen, byChance) ? seen - byChance : 0 };
}

/** Fewer runs say too little about how far runs differ. */
const FEWEST_RUNS = 3;

/** Runs of unchanged code look this different in one pool out of ten. */
const BY_CHANCE = 0.1;

/**
 * {@link betweenRuns} where the runs differ beyond chance, else `null`. The estimate alone is above 0 in half of all pools whose runs do not
 * differ, so it is tested first: (R−1)·s²/w against χ² with R−1 degrees of freedom, by the cube root of Wilson & Hilferty 1931.
 *
 * @param level share of pools whose runs do not differ in which it is found all the same
 */
export function differingRuns(cases: readonly (readonly RunCounts[])[], level: number = BY_CHANCE): BetweenRuns | null {
  const variation = spreadOf(cases);
  if (variation === null || variation.runs < FEWEST_RUNS || !exceeds(variation.seen, variation.byChance)) return null;
  const { runs, seen, byChance } = variation;
  const spread = 2 / (9 * (runs - 1));
  const p = normalSf((Math.cbrt(seen / byChance) - (1 - spread)) / Math.sqrt(spread));
  return reaches(p, level) ? { runs, variance: seen - byChance } : null;
}

/** A share of passed trials is the mean of ones and zeros. */
function spreadOf(cases: readonly (readonly RunCounts[])[]) {
  return runSpread(cases.map((each) => each.map(valuesOfCounts)));
}

/** The counts as sums of ones and zeros. */
export function valuesOfCounts({ passed, scored }: RunCounts): RunValues {
  return { count: scored, sum: passed, squares: passed };
}

/**
 * τ²(1 + 1/R): what the differences between runs add to the variance of a drop if the candidate is one more run and the
 * baseline the mean of R. The `extraVariance` of `estimateDrop`.
 */
export function varianceOfOneMoreRun({ runs, variance }: BetweenRuns): number {
  return variance * (1 + 1 / runs);
}
