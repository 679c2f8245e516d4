import type { TrialPlan } from '#domain/trial/plan.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import type { Schedule } from './run-trials.ts';

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
