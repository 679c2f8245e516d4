/** How the verdicts of a cell fell, and what they cost. */
export interface Tally {
  readonly draws: number;
  readonly fail: number;
  readonly pass: number;
  readonly inconclusive: number;
  /** Sums over the draws of the candidate's trials per case, and of its square. */
  readonly trials: number;
  readonly trials_squared: number;
  /** Sums of what confirming cost, in trials per case of the suite, and of its square. */
  readonly confirming: number;
  readonly confirming_squared: number;
  /** Those that were red after at most ten fresh trials of a case on each side. */
  readonly early: number;
  /** Those whose interval holds the real drop. */
  readonly covered: number;
  /** Sum of the shares of reds that the reports promise. */
  readonly promised: number;
  /** Those whose judge was found to treat the two sides differently. */
  readonly alarm: number;
}

/** One verdict. */
export interface Outcome {
  readonly verdict: 'fail' | 'pass' | 'inconclusive';
  /** Trials per case of the candidate. */
  readonly trials: number;
  /** Trials per case of the suite that confirming a failure cost. */
  readonly confirming: number;
  /** It is red after at most ten fresh trials of a case on each side. */
  readonly early?: boolean;
  /** The interval that the report tells holds the real drop; absent: it tells none. */
  readonly covered?: boolean;
  /** The share of such changes that are red, as the report says; absent: it says nothing. */
  readonly promised?: number;
  /** The judge was found to treat the two sides differently. */
  readonly alarm?: boolean;
}

/** Nothing drawn yet. */
export const NOTHING: Tally = {
  draws: 0,
  fail: 0,
  pass: 0,
  inconclusive: 0,
  trials: 0,
  trials_squared: 0,
  confirming: 0,
  confirming_squared: 0,
  early: 0,
  covered: 0,
  promised: 0,
  alarm: 0,
};

/** Counts one verdict more. */
export function counted(tally: Tally, outcome: Outcome): Tally {
  const { verdict, trials, confirming, early = false, covered = false, promised = 0, alarm = false } = outcome;
  return {
    ...tally,
    draws: tally.draws + 1,
    [verdict]: tally[verdict] + 1,
    trials: tally.trials + trials,
    trials_squared: tally.trials_squared + trials ** 2,
    confirming: tally.confirming + confirming,
    confirming_squared: tally.confirming_squared + confirming ** 2,
    early: tally.early + (early ? 1 : 0),
    covered: tally.covered + (covered ? 1 : 0),
    promised: tally.promised + promised,
    alarm: tally.alarm + (alarm ? 1 : 0),
  };
}

/** Puts parts of one cell together. */
export function together(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      draws: sum.draws + tally.draws,
      fail: sum.fail + tally.fail,
      pass: sum.pass + tally.pass,
      inconclusive: sum.inconclusive + tally.inconclusive,
      trials: sum.trials + tally.trials,
      trials_squared: sum.trials_squared + tally.trials_squared,
      confirming: sum.confirming + tally.confirming,
      confirming_squared: sum.confirming_squared + tally.confirming_squared,
      early: sum.early + tally.early,
      covered: sum.covered + tally.covered,
      promised: sum.promised + tally.promised,
      alarm: sum.alarm + tally.alarm,
    }),
    NOTHING,
  );
}

/** A measured value with its Monte Carlo standard error; shares in percent. */
export interface Measured {
  readonly value: number;
  readonly error: number;
}

/** Share of one verdict, or of alarms, in percent. No share is known better than one verdict in as many draws would tell. */
export function shareOf(tally: Tally, verdict: Outcome['verdict'] | 'alarm' | 'early' | 'covered'): Measured {
  const share = tally[verdict] / tally.draws;
  const within = (tally[verdict] + 0.5) / (tally.draws + 1);
  return { value: 100 * share, error: 100 * Math.sqrt((within * (1 - within)) / tally.draws) };
}

/** The candidate's trials per case, in the mean. */
export function meanTrials({ draws, trials, trials_squared }: Tally): Measured {
  return meanOf(draws, trials, trials_squared);
}

/** Fresh trials of both sides per case of the suite, in the mean. */
export function meanFurther({ draws, confirming, confirming_squared }: Tally): Measured {
  return meanOf(draws, confirming, confirming_squared);
}

function meanOf(draws: number, sum: number, squares: number): Measured {
  const value = sum / draws;
  const variance = Math.max(0, squares / draws - value ** 2);
  return { value, error: Math.sqrt(variance / draws) };
}
