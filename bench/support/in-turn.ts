import { lowerQuartile, median } from './median.ts';

/** Two things measured in one round. */
export type Round<T> = readonly [one: T, other: T];

/**
 * Measures two things in turn, so that whatever else the machine does meets both; the one that goes first changes every
 * round.
 */
export async function inTurn<T>(
  rounds: number,
  one: () => Promise<T>,
  other: () => Promise<T>,
): Promise<readonly Round<T>[]> {
  const measured: Round<T>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await one();
      measured.push([first, await other()]);
    } else {
      const second = await other();
      measured.push([await one(), second]);
    }
  }
  return measured;
}

/** Median over the rounds of what the second costs more than the first. */
export function medianOver(rounds: readonly Round<number>[]): number {
  return median(rounds.map(([one, other]) => other - one));
}

/** Median over the rounds of the second as a multiple of the first. */
export function medianRatio(rounds: readonly Round<number>[]): number {
  return median(rounds.map(([one, other]) => other / one));
}

/** Medians of the first and of the second. */
export function medians(rounds: readonly Round<number>[]): Round<number> {
  return [median(rounds.map(([one]) => one)), median(rounds.map(([, other]) => other))];
}

/** Lower quartiles of the first and of the second: for times that a busy machine makes much longer now and then. */
export function lowerQuartiles(rounds: readonly Round<number>[]): Round<number> {
  return [lowerQuartile(rounds.map(([one]) => one)), lowerQuartile(rounds.map(([, other]) => other))];
}
