import { exceeds, reaches } from '#domain/statistics/beyond.ts';
import { CHANGE_ALONE } from '../boundary.ts';
import { bareTrial, type GateTrial, type PairedCase } from '../evidence.ts';
import type { RepeatedTest } from './repeated-test.ts';

/** Trials of a case on each side when a failure is confirmed. */
export const CONFIRMATION_TRIALS = 10;

/** What a failed test is repeated on, by the candidate's case id. A case that is not there has none. */
export interface FreshTrials {
  /** Judged trials of main as it is today. */
  readonly main: ReadonlyMap<string, readonly GateTrial[]>;
  /** Judged trials of the candidate, those included that only top a broken case up. */
  readonly candidate: ReadonlyMap<string, readonly GateTrial[]>;
}

/** What repeating a test gives; which test it was is added by who asked. */
export type Repetition = Omit<RepeatedTest, 'gate' | 'tag' | 'cases'>;

/** A repeated test holds at a p up to this. */
const CONFIRMED = 0.05;

/** Whether a repeated test is red again. A boundary that asks nothing of p (method threshold) leaves it to the change. */
export function isRedAgain(test: {
  readonly p: number | null;
  readonly change: number;
  readonly boundary: number;
  readonly limit: number;
}): boolean {
  if (test.boundary === CHANGE_ALONE) return exceeds(test.change, test.limit);
  return test.p !== null && reaches(test.p, CONFIRMED);
}

/** The cases that have fresh trials of main, with these as their baseline. */
export function againstToday(cases: readonly PairedCase[], { main }: FreshTrials): readonly PairedCase[] {
  return cases.flatMap((item) => {
    const baseline = main.get(item.id) ?? [];
    return baseline.length === 0 ? [] : [{ ...item, baseline }];
  });
}

/** Trials filled up to a number with one that speaks as clearly as can be. */
export function filled(
  trials: readonly GateTrial[],
  count: number,
  values: Pick<GateTrial, 'passed' | 'tool_recall'>,
): readonly GateTrial[] {
  const lacking = Math.max(0, count - trials.length);
  return [...trials, ...Array.from({ length: lacking }, () => ({ ...bareTrial(0, values.passed), ...values }))];
}

/** A failure that could not be repeated. */
export function notRepeated(change_from_stored: number, why: string, sides: RepeatedTest['sides'] = null): Repetition {
  return { p: null, kept: false, unconfirmed: why, change_from_stored, change_from_today: null, sides };
}

/** No fresh trial is there. */
export const NOTHING_FRESH = 'no fresh trial of main could be compared';

/** Fresh trials are there, but those that are missing could have said otherwise. */
export const HINGES_ON_MISSING = 'too many of the fresh trials are missing';
