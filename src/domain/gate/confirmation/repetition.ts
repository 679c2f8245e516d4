import { exceeds, reaches } from '#domain/statistics/beyond.ts';
import { CHANGE_ALONE } from '../boundary.ts';
import { bareTrial, type GateTrial, type PairedCase } from '../evidence.ts';
import type { RepeatedTest } from './repeated-test.ts';

/** Trials of a case on each side for confirming a failure. */
export const CONFIRMATION_TRIALS = 10;

/** The trials for repeating a failed test, by the candidate's case id. A missing case has none. */
export interface FreshTrials {
  /** Judged trials of main as it is today. */
  readonly main: ReadonlyMap<string, readonly GateTrial[]>;
  /** Judged trials of the candidate, including those added to a broken case. */
  readonly candidate: ReadonlyMap<string, readonly GateTrial[]>;
}

/** The result of repeating a test; the caller adds which test it was. */
export type Repetition = Omit<RepeatedTest, 'gate' | 'tag' | 'cases'>;

/** A repeated test holds at a p up to this. */
const CONFIRMED = 0.05;

/** Whether a repeated test is red again. With a boundary of 1 (method threshold) only the change decides. */
export function isRedAgain(test: {
  readonly p: number | null;
  readonly change: number;
  readonly boundary: number;
  readonly limit: number;
}): boolean {
  if (test.boundary === CHANGE_ALONE) return exceeds(test.change, test.limit);
  return test.p !== null && reaches(test.p, CONFIRMED);
}

/** The cases with fresh trials of main, as their baseline. */
export function againstToday(cases: readonly PairedCase[], { main }: FreshTrials): readonly PairedCase[] {
  return cases.flatMap((item) => {
    const baseline = main.get(item.id) ?? [];
    return baseline.length === 0 ? [] : [{ ...item, baseline }];
  });
}

/** The same cases for main itself: its fresh trials stand where the candidate's were. */
export function mainSince(cases: readonly PairedCase[], { main }: FreshTrials): readonly PairedCase[] {
  return cases.flatMap((item) => {
    const trials = main.get(item.id) ?? [];
    return trials.length === 0 ? [] : [{ ...item, trials }];
  });
}

/** Trials filled up to a number with copies of the most extreme one. */
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
  return { p: null, kept: false, unconfirmed: why, change_from_stored, change_from_today: null, main_p: null, sides };
}

/** There is no fresh trial. */
export const NOTHING_FRESH = 'no fresh trial of main could be compared';

/** There are fresh trials, but the missing ones could have changed the result. */
export const HINGES_ON_MISSING = 'too many of the fresh trials are missing';
