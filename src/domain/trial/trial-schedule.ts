import type { TrialPlan } from '#domain/trial/plan.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';

/** Says which trial is next. */
export interface Schedule {
  /** `null`: none now. Asked again when a trial has ended and was stored; with none in flight that is the end. */
  next(): TrialPlan | null;
}

/** The trials of a run, some of which may depend on what earlier ones gave. */
export interface TrialSchedule extends Schedule {
  /** Trials per case at which the run may end, ascending. */
  readonly looks: readonly number[];
  /** A trial has ended and is stored. */
  stored(plan: TrialPlan, record: TrialRecord): void;
  /** Trials planned so far, those that were begun ahead included. */
  total(): number;
}

/**
 * Trials that are known from the start, in their order.
 *
 * @param looks of the run that they belong to
 */
export function trialList(plans: readonly TrialPlan[], looks: readonly number[]): TrialSchedule {
  const queue = plans.values();
  return { looks, next: () => queue.next().value ?? null, stored() {}, total: () => plans.length };
}

/** What an interrupted run has of a planned trial; `null` where it has to be run: nothing, or an error. */
export function finishedTrial(
  plan: TrialPlan,
  resumed: ReadonlyMap<string, readonly TrialRecord[]>,
): TrialRecord | null {
  const known = resumed.get(plan.case.id);
  return known?.find(({ index, outcome }) => index === plan.index && outcome !== 'error') ?? null;
}
