import { lowerQuartile, median } from './median.ts';

/** Two things measured in one round. */
export type Round<T> = readonly [left: T, right: T];

/**
 * Measures two things in turn, so that whatever else the machine does meets both; the one that goes first changes every
 * round.
 */
export async function inTurn<T>(
  rounds: number,
  left: () => Promise<T>,
  right: () => Promise<T>,
): Promise<readonly Round<T>[]> {
  const measured: Round<T>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await left();
      measured.push([first, await right()]);
    } else {
      const second = await right();
      measured.push([await left(), second]);
    }
  }
  return measured;
}

/** Median over the rounds of what the second costs more than the first. */
export function medianOver(rounds: readonly Round<number>[]): number {
  return median(rounds.map(([left, right]) => right - left));
}

/** Median over the rounds of the second as a multiple of the first. */
export function medianRatio(rounds: readonly Round<number>[]): number {
  return median(rounds.map(([left, right]) => right / left));
}

/** Medians of the first and of the second. */
export function medians(rounds: readonly Round<number>[]): Round<number> {
  return [median(rounds.map(([left]) => left)), median(rounds.map(([, right]) => right))];
}

/** Lower quartiles of the first and of the second: for times that a busy machine makes much longer now and then. */
export function lowerQuartiles(rounds: readonly Round<number>[]): Round<number> {
  return [lowerQuartile(rounds.map(([left]) => left)), lowerQuartile(rounds.map(([, right]) => right))];
}
