import { Z_TWO_SIDED_95 } from '#statistics/distributions/normal.ts';
import { SLACK } from '../beyond.ts';

/**
 * How many trials, all passed, the Wilson lower bound N/(N+z²) needs to reach a floor: 35 for 0.9, 73 for 0.95. With fewer, no
 * run can prove the floor.
 *
 * @param floor 0–1
 * @returns `null` for a floor of 1, which no number of trials proves
 */
export function trialsThatProve(floor: number): number | null {
  if (floor >= 1) return null;
  const needed = (Math.max(0, floor) * Z_TWO_SIDED_95 ** 2) / (1 - floor);
  return Math.ceil(needed * (1 - SLACK));
}

/** The highest floor, to the hundredth, that so many trials can prove if all pass; see {@link trialsThatProve}. */
export function provenBy(trials: number): number {
  return Math.floor((100 * trials) / (trials + Z_TWO_SIDED_95 ** 2)) / 100;
}
