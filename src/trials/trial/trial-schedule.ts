import type { TrialPlan } from '#trials/trial/plan.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** Decides which trial is next. */
export interface Schedule {
  /** `null`: none now. Asked again when a trial has ended and was stored; if none is in flight, that is the end. */
  next(): TrialPlan | null;
}

/** The trials of a run, some of which may depend on earlier results. */
export interface TrialSchedule extends Schedule {
  /** Trials per case after which the run may end, ascending. */
  readonly looks: readonly number[];
  /** A trial has ended and is stored. */
  stored(plan: TrialPlan, record: TrialRecord): void;
  /** Trials planned so far, including those that were started ahead. */
  total(): number;
  /** Trials if no look ends the run early. */
  most(): number;
}

/**
 * Trials that are known from the start, in their order.
 *
 * @param looks of their run
 */
export function trialList(plans: readonly TrialPlan[], looks: readonly number[]): TrialSchedule {
  const queue = plans.values();
  return {
    looks,
    next: () => queue.next().value ?? null,
    stored() {},
    total: () => plans.length,
    most: () => plans.length,
  };
}

/** The schedule without the trials that an interrupted run finished; those go to `keep` in their turn. Errors run again. */
export function withoutFinished(
  schedule: Schedule,
  resumed: ReadonlyMap<string, readonly TrialRecord[]>,
  keep: (plan: TrialPlan, record: TrialRecord) => void,
): Schedule {
  return {
    next() {
      for (let plan = schedule.next(); plan !== null; plan = schedule.next()) {
        const record = finishedTrial(plan, resumed);
        if (record === null) return plan;
        keep(plan, record);
      }
      return null;
    },
  };
}

/** A schedule that begins with a trial which was taken from it. */
export function startingWith(first: TrialPlan, rest: Schedule): Schedule {
  let begun = false;
  return {
    next() {
      if (begun) return rest.next();
      begun = true;
      return first;
    },
  };
}

/** The result of a planned trial in an interrupted run; `null` if it has to run: it has none, or an error. */
function finishedTrial(plan: TrialPlan, resumed: ReadonlyMap<string, readonly TrialRecord[]>): TrialRecord | null {
  const known = resumed.get(plan.case.id);
  return known?.find((trial) => trial.index === plan.index && isFinished(trial)) ?? null;
}

/** Whether it does not have to run again. */
export function isFinished({ outcome }: TrialRecord): boolean {
  return outcome !== 'error';
}
