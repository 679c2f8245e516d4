import { Z_TWO_SIDED_95 } from '#domain/statistics/distributions/normal.ts';
import type { Interval } from '../interval.ts';

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
