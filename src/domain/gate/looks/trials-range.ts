import type { TrialPlan } from '#domain/trial/plan.ts';
import { planTrials } from '#domain/trial/plan-trials.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { finishedTrial } from '#domain/trial/trial-schedule.ts';
import type { LookOrder } from './look-schedule.ts';

/** Trials still to run: at least those of the first look, and at most those of all looks with every case. */
export interface TrialsRange {
  readonly least: readonly TrialPlan[];
  readonly most: readonly TrialPlan[];
}

/** @param resumed finished trials of an interrupted run, by case id */
export function trialsRange(
  { cases, looks, seeds, never_fail: neverFail, appended }: Omit<LookOrder, 'decide'>,
  resumed: ReadonlyMap<string, readonly TrialRecord[]>,
): TrialsRange {
  const last = looks.at(-1) ?? looks[0];
  const most = planTrials(cases, last, seeds).filter((plan) => finishedTrial(plan, resumed) === null);
  if (appended) return { least: most, most };
  const isSure = ({ case: { id, trials }, index }: TrialPlan) =>
    trials !== null || neverFail.has(id) || index <= looks[0];
  return { least: most.filter(isSure), most };
}
