import type { DecideLook } from '#runner/looks/certain-look.ts';
import { createLookSchedule, type LookOrder, type LookSchedule } from '#runner/looks/look-schedule.ts';
import { trialRecord } from '#test/support/results.ts';
import type { Looks } from '#trials/trial/looks.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { aCase } from '../trials/trial/build-trial.ts';

/** A suite for schedules: ids are `c1`, `c2` …, in this order. */
export interface SuiteFacts {
  readonly looks: Looks;
  /** Each case's own number of trials, `null`: the suite's. */
  readonly own: readonly (number | null)[];
  readonly never_fail?: readonly string[];
  readonly appended?: boolean;
}

/** A rule that never asks for more. */
export const STOPS: DecideLook = () => null;

/** Looks after this one. */
export function goesOn(looks: Looks, cases: 'all' | readonly string[]): DecideLook {
  return (_, __, look) => {
    const next = looks.find((other) => other > look);
    return next === undefined ? null : { look: next, cases: cases === 'all' ? 'all' : new Set(cases) };
  };
}

/**
 * A rule that reads what a look reads, and no trial that was begun ahead: red and over from so many failures on; else all cases go on while more
 * than `loud` cases have one, else those that have one.
 */
export function ruleOf(looks: Looks, red: number, loud: number): DecideLook {
  return (records, planned, look) => {
    const isSeen = (id: string, index: number) => index <= Math.min(look, planned.get(id) ?? 0);
    const failures = [...records].map(
      ([id, list]) => [id, list.filter((each) => isSeen(id, each.index) && each.outcome === 'failed').length] as const,
    );
    const suspects = failures.filter(([, count]) => count > 0).map(([id]) => id);
    const total = failures.reduce((sum, [, count]) => sum + count, 0);
    const next = looks.find((other) => other > look);
    if (next === undefined || total >= red || suspects.length === 0) return null;
    return { look: next, cases: suspects.length > loud ? 'all' : new Set(suspects) };
  };
}

/** The schedule of such a suite. */
export function scheduleOf(facts: SuiteFacts, decide: DecideLook): LookSchedule {
  return createLookSchedule(orderOf(facts, decide));
}

/** The order of such a suite. */
export function orderOf(
  { looks, own, never_fail: ids = [], appended = false }: SuiteFacts,
  decide: DecideLook,
): LookOrder {
  return {
    cases: own.map((trials, position) => aCase({}, { id: `c${position + 1}`, trials })),
    looks,
    seeds: { tree: null, side: 'candidate' },
    never_fail: new Set(ids),
    appended,
    decide,
  };
}

/** Lanes that play a schedule: trials end when a test says so. */
export interface Lanes {
  /** In flight, in the order in which they were begun. */
  readonly running: readonly TrialPlan[];
  /** All that were handed out, as `c1#1`. */
  readonly begun: readonly string[];
  /** By case id, in the order in which they ended. */
  readonly records: ReadonlyMap<string, readonly TrialRecord[]>;
  /** Hands trials to the free lanes; `onBegin` is told each. */
  fill(onBegin?: (plan: TrialPlan) => void): void;
  /** Ends the running trial at this position. */
  end(position: number, outcome: TrialRecord['outcome']): void;
}

/** So many lanes on a schedule. */
export function lanesOn(schedule: LookSchedule, concurrency: number): Lanes {
  const running: TrialPlan[] = [];
  const begun: string[] = [];
  const records = new Map<string, TrialRecord[]>();
  return {
    running,
    begun,
    records,
    fill(onBegin = () => {}) {
      while (running.length < concurrency) {
        const plan = schedule.next();
        if (plan === null) return;
        running.push(plan);
        begun.push(nameOf(plan));
        onBegin(plan);
      }
    },
    end(position, outcome) {
      const [plan] = running.splice(position, 1);
      if (plan === undefined) throw new Error(`no trial at ${position}`);
      const record = trialRecord({ index: plan.index, outcome });
      records.set(plan.case.id, [...(records.get(plan.case.id) ?? []), record]);
      schedule.stored(plan, record);
    },
  };
}

/** `c1#2`: the second trial of the first case. */
export function nameOf({ case: { id }, index }: TrialPlan): string {
  return `${id}#${index}`;
}
