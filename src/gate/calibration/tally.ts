import type { Chances } from './calibration.ts';

/** One simulated verdict. */
export interface DrawOutcome {
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly by_floor_alone: boolean;
  /** Of all cases. */
  readonly trials: number;
}

/** Verdicts counted: whole numbers, so that tallies add up to the same in any order. */
export interface Tally {
  readonly draws: number;
  readonly pass: number;
  readonly fail: number;
  readonly inconclusive: number;
  readonly by_floor_alone: number;
  readonly trials: number;
}

const NOTHING: Tally = { draws: 0, pass: 0, fail: 0, inconclusive: 0, by_floor_alone: 0, trials: 0 };

/** Adds one verdict. */
export function addVerdict(tally: Tally = NOTHING, { verdict, by_floor_alone, trials }: DrawOutcome): Tally {
  return {
    ...tally,
    draws: tally.draws + 1,
    [verdict]: tally[verdict] + 1,
    by_floor_alone: tally.by_floor_alone + (by_floor_alone ? 1 : 0),
    trials: tally.trials + trials,
  };
}

/** Tallies of different draws as one. */
export function together(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      draws: sum.draws + tally.draws,
      pass: sum.pass + tally.pass,
      fail: sum.fail + tally.fail,
      inconclusive: sum.inconclusive + tally.inconclusive,
      by_floor_alone: sum.by_floor_alone + tally.by_floor_alone,
      trials: sum.trials + tally.trials,
    }),
    NOTHING,
  );
}

/**
 * Shares of the draws; `null` if nothing was drawn.
 *
 * @param cases of the suite
 */
export function chancesOf({ draws, ...tally }: Tally, cases: number): Chances | null {
  if (draws === 0) return null;
  return {
    fail: tally.fail / draws,
    inconclusive: tally.inconclusive / draws,
    pass: tally.pass / draws,
    fail_by_floor_alone: tally.by_floor_alone / draws,
    trials: tally.trials / draws / cases,
  };
}
