import { type RoundTotals, roundsError, roundsMidP } from '#statistics/counts/rounds-exact.ts';
import { normalCdf } from '#statistics/distributions/normal.ts';
import { studentTQuantile } from '#statistics/distributions/student-t.ts';
import { mean } from '#statistics/mean.ts';
import { welchP } from '#statistics/values/welch.ts';
import { type WholeRounds, wholeRounds } from '#statistics/values/whole-rounds.ts';
import type { GateTrial, PairedCase } from './evidence.ts';
import { amountOf, casesWithValues } from './metric-values.ts';
import type { ValueName } from './metrics.ts';

/** What whole rounds say of a drop: all cases of one round share its fate. */
export interface RoundsGuard {
  /** `null`: there are too few whole rounds to call anything worse. */
  readonly p: number | null;
  /** How far below the drop that a pass rules out the drop must be at least, in rates; infinite: too few whole rounds let nothing pass. */
  readonly margin: number;
}

/**
 * The guard of a suite that its own runner runs in rounds; `null`: its trials were run one by one.
 *
 * @param z required standard errors, as for trials that are independent
 */
export function roundsGuard(cases: readonly PairedCase[], z: number): RoundsGuard | null {
  if (!areInRounds(cases)) return null;
  const of = (side: 'trials' | 'baseline') => roundsOf(cases, side, ({ passed }) => Number(passed));
  const [here, main] = [of('trials'), of('baseline')];
  const passes = ({ values }: typeof here) => values.map((round) => round.filter((passed) => passed === 1).length);
  const totals: RoundTotals = { here: passes(here), main: passes(main) };
  // A round of one side has as many repeats of each case as one of the other, or the two can't be shuffled.
  if (here.repeats !== main.repeats) return { p: null, margin: Number.POSITIVE_INFINITY };
  const spread = roundsError(totals);
  const margin =
    spread === null
      ? Number.POSITIVE_INFINITY
      : (studentTQuantile(normalCdf(z), spread.degrees) * spread.error) / (cases.length * here.repeats);
  return { p: roundsMidP(totals), margin };
}

/**
 * The p below which no rise of a metric's values can be: Welch's t on what each whole round comes to, because a slow hour moves all cases
 * of a round. 0: the trials were run one by one; 1: there are too few whole rounds to call anything worse.
 *
 * @param worth what counts of an amount; more of it is worse
 */
export function leastPOfRounds(
  cases: readonly PairedCase[],
  metric: ValueName,
  worth: (amount: number) => number,
): number {
  if (!areInRounds(cases)) return 0;
  const known = casesWithValues(cases, metric);
  const means = (side: 'trials' | 'baseline') =>
    roundsOf(known, side, (trial) => {
      const amount = amountOf(trial, metric);
      return amount === null ? null : worth(amount);
    }).values.map((values) => mean(values) ?? 0);
  return welchP(means('trials'), means('baseline')) ?? 1;
}

function areInRounds(cases: readonly PairedCase[]): boolean {
  return cases.some(({ trials }) => trials.some(({ round }) => round !== undefined));
}

function roundsOf(
  cases: readonly PairedCase[],
  side: 'trials' | 'baseline',
  worthOf: (trial: GateTrial) => number | null,
): WholeRounds {
  const trials = cases.flatMap(({ [side]: own }) => own);
  const values = trials.map((trial) => ({ round: trial.round, value: worthOf(trial) }));
  return wholeRounds(values, cases.length);
}
