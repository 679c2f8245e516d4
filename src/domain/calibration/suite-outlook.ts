import { bareTrial, type GateTrial, type PairedCase } from '#domain/gate/evidence.ts';
import { planGates } from '#domain/gate/plan.ts';
import type { Policy } from '#domain/gate/policy.ts';
import { detectableAt } from '#domain/gate/rules/pass-rate/rule-out.ts';
import { planLooks } from '#domain/trial/looks.ts';
import type { TrialNumbers } from '#domain/trial/trial-range.ts';

/** A case before anything ran. */
export interface PlannedCase {
  readonly id: string;
  readonly tags: readonly string[];
  /** Its own number of trials; `null`: the suite's. */
  readonly trials: number | null;
}

/**
 * The smallest drop of the mean pass rate that a suite's gate would find in 4 of 5 changes, before anything ran: as if main had passed
 * each case at the given rate.
 *
 * @param rates of cases by id, 0–1
 * @param unknown the rate of the others
 * @param runs of main that a change is compared with
 * @returns in rates; `null` if the gate does not test the mean pass rate, or without cases
 */
export function smallestDrop(
  cases: readonly PlannedCase[],
  policy: Policy,
  numbers: TrialNumbers,
  {
    rates,
    unknown,
    runs,
  }: { readonly rates: ReadonlyMap<string, number>; readonly unknown: number; readonly runs: number },
): number | null {
  const mainOf = mainTrials();
  const paired = cases.map(({ id, tags, trials }): PairedCase => {
    const main = (trials ?? numbers.once) * runs;
    const passed = Math.round((rates.get(id) ?? unknown) * main);
    return {
      id,
      tags,
      scheduled: trials ?? numbers.max,
      fixed: trials !== null,
      never_fail: false,
      missing: [],
      scored: 0,
      trials: [],
      baseline: mainOf(main, passed),
      regraded: false,
      runs: [],
    };
  });
  const looks = planLooks(numbers);
  const { alpha } = planGates(paired, policy, { looks });
  return detectableAt(paired, alpha.suite ?? 0, looks, policy.judge);
}

/** Trials of main of which so many passed; cases with the same numbers share them. */
function mainTrials(): (trials: number, passed: number) => readonly GateTrial[] {
  const known = new Map<string, readonly GateTrial[]>();
  return (trials, passed) => {
    const key = `${passed}/${trials}`;
    const made = known.get(key) ?? Array.from({ length: trials }, (_, at) => bareTrial(at + 1, at < passed));
    known.set(key, made);
    return made;
  };
}
