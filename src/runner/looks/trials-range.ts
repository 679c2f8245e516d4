import type { Case } from '#cases/suite/case.ts';
import type { TrialCounts } from '#gate/baseline/estimate.ts';
import type { LookOrder } from '#runner/looks/look-schedule.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import { isFinished } from '#trials/trial/trial-schedule.ts';

/** Trials still to run: at least those of the first look, and at most those of all looks with every case. */
export interface TrialsRange {
  readonly least: TrialCounts;
  readonly most: TrialCounts;
}

/** @param resumed finished trials of an interrupted run, by case id */
export function trialsRange(
  { cases, looks, never_fail: neverFail, appended }: Omit<LookOrder, 'decide' | 'seeds'>,
  resumed: ReadonlyMap<string, readonly TrialRecord[]>,
): TrialsRange {
  const last = looks.at(-1) ?? looks[0];
  const open = ({ id }: Case, most: number): number => {
    const finished = (resumed.get(id) ?? []).filter((trial) => isFinished(trial) && trial.index <= most);
    return most - finished.length;
  };
  const upTo = (look: number): TrialCounts =>
    new Map(cases.map((item) => [item.id, open(item, item.trials ?? (neverFail.has(item.id) ? last : look))]));
  const most = upTo(last);
  return { least: appended ? most : upTo(looks[0]), most };
}
