import { type RoundTotals, roundsError, roundsMidP } from '#statistics/counts/rounds-exact.ts';
import { normalCdf } from '#statistics/distributions/normal.ts';
import { studentTQuantile } from '#statistics/distributions/student-t.ts';
import { mean } from '#statistics/mean.ts';
import { welchP } from '#statistics/values/welch.ts';
import type { GateTrial, PairedCase } from './evidence.ts';
import { amountOf, casesWithValues } from './metric-values.ts';
import type { ValueName } from './metrics.ts';

/** What whole rounds say of a drop: all cases of one round share its fate. */
export interface RoundsGuard {
  /** `null`: there are too few whole rounds to call anything worse. */
  readonly p: number | null;
  /** How far below the drop that a pass rules out the drop must be at least, in rates; 0: nothing is known. */
  readonly margin: number;
}

/**
 * The guard of a suite that its own runner runs in rounds; `null`: its trials were run one by one.
 *
 * @param z required standard errors, as for trials that are independent
 */
export function roundsGuard(cases: readonly PairedCase[], z: number): RoundsGuard | null {
  if (!areInRounds(cases)) return null;
  const here = wholeRounds(cases.map(({ trials }) => trials));
  const main = wholeRounds(cases.map(({ baseline }) => baseline));
  const totals: RoundTotals = { here: here.totals, main: main.totals };
  // A round of one side has as many repeats of each case as one of the other, or the two can't be shuffled.
  if (here.repeats !== main.repeats) return { p: null, margin: 0 };
  const spread = roundsError(totals);
  const margin =
    spread === null
      ? 0
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
  const means = (side: 'trials' | 'baseline') => roundMeans(known, side, metric, worth);
  return welchP(means('trials'), means('baseline')) ?? 1;
}

function areInRounds(cases: readonly PairedCase[]): boolean {
  return cases.some(({ trials }) => trials.some(({ round }) => round !== undefined));
}

/** The mean over cases of each round in which every case has a value. */
function roundMeans(
  cases: readonly PairedCase[],
  side: 'trials' | 'baseline',
  metric: ValueName,
  worth: (amount: number) => number,
): readonly number[] {
  const rounds = new Map<string, number[]>();
  for (const { [side]: trials } of cases) {
    const own = new Map<string, number[]>();
    for (const trial of trials) {
      const amount = amountOf(trial, metric);
      if (trial.round === undefined || amount === null) continue;
      own.set(trial.round, [...(own.get(trial.round) ?? []), worth(amount)]);
    }
    for (const [round, values] of own) rounds.set(round, [...(rounds.get(round) ?? []), mean(values) ?? 0]);
  }
  return [...rounds.values()].filter((values) => values.length === cases.length).map((values) => mean(values) ?? 0);
}

/** Passes of each round in which every case has an outcome, as often as it is repeated there. */
function wholeRounds(cases: readonly (readonly GateTrial[])[]): {
  readonly totals: readonly number[];
  readonly repeats: number;
} {
  const rounds = new Map<string, { readonly passed: number; readonly scored: number }>();
  for (const trials of cases)
    for (const { round, passed } of trials) {
      if (round === undefined) continue;
      const known = rounds.get(round) ?? { passed: 0, scored: 0 };
      rounds.set(round, { passed: known.passed + (passed ? 1 : 0), scored: known.scored + 1 });
    }
  const most = Math.max(0, ...[...rounds.values()].map(({ scored }) => scored));
  const repeats = Math.max(1, Math.floor(most / cases.length));
  const whole = [...rounds.values()].filter(({ scored }) => scored === repeats * cases.length);
  return { totals: whole.map(({ passed }) => passed), repeats };
}
