import { Z_TWO_SIDED_95 } from '#statistics/distributions/normal.ts';
import type { Interval } from '../interval.ts';

/** A case's mean (pass rate or recall, 0–1) over `trials` trials. */
export interface CaseRate {
  readonly rate: number;
  readonly trials: number;
}

/** The value that an absolute floor is compared with. */
export interface FloorBounds {
  /** Mean over cases with equal weights. */
  readonly value: number;
  readonly ci95: Interval;
}

/**
 * Mean rate over cases with its Wilson interval at the effective number of trials N = C²/Σ(1/n): the number of trials of one
 * case that would estimate its rate as precisely as these cases estimate their mean.
 *
 * @returns `null` without a case that has trials
 */
export function floorBounds(cases: readonly CaseRate[]): FloorBounds | null {
  const tried = cases.filter(({ trials }) => trials > 0);
  const value = tried.reduce((sum, { rate }) => sum + rate, 0) / tried.length;
  const effectiveTrials = tried.length ** 2 / tried.reduce((sum, { trials }) => sum + 1 / trials, 0);
  const ci95 = wilsonInterval(value, effectiveTrials);
  return ci95 === null ? null : { value, ci95 };
}

/**
 * Wilson score interval of a rate (Wilson 1927), at 95 %.
 *
 * @param rate 0–1
 * @param trials may be fractional (an effective number of trials)
 * @returns `null` without trials
 */
export function wilsonInterval(rate: number, trials: number): Interval | null {
  if (!(trials > 0)) return null;
  const z2 = Z_TWO_SIDED_95 ** 2;
  const shrink = 1 + z2 / trials;
  const centre = (rate + z2 / (2 * trials)) / shrink;
  const variance = (rate * (1 - rate)) / trials + z2 / (4 * trials * trials);
  const margin = (Z_TWO_SIDED_95 * Math.sqrt(variance)) / shrink;
  return {
    low: rate <= 0 ? 0 : Math.max(0, centre - margin),
    high: rate >= 1 ? 1 : Math.min(1, centre + margin),
  };
}

/**
 * The floor of some cases that is the same as one of all, where the rates of the others are known.
 *
 * @param min of the mean over all cases
 * @param count of the cases whose rates are not known
 */
export function floorOfRest(min: number, count: number, others: readonly CaseRate[]): number {
  const known = others.filter(({ trials }) => trials > 0);
  if (known.length === 0 || count === 0) return min;
  return (min * (count + known.length) - known.reduce((sum, { rate }) => sum + rate, 0)) / count;
}
