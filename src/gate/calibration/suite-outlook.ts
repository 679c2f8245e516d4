import { sightOf } from '#gate/decision/numbers/sight.ts';
import { planGates } from '#gate/decision/rules/plan.ts';
import { bareTrial, type GateTrial, type PairedCase } from '#gate/decision/terms/evidence.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { planLooks } from '#trials/trial/looks.ts';
import type { TrialNumbers } from '#trials/trial/trial-range.ts';

/** A case before anything ran. */
export interface CaseBeforeRun {
  readonly id: string;
  readonly tags: readonly string[];
  /** Its own number of trials; `null`: the suite's. */
  readonly trials: number | null;
}

/** What is assumed before anything ran. */
export interface Assumed {
  /** Of cases by id, 0–1. */
  readonly rates: ReadonlyMap<string, number>;
  /** The rate of the others. */
  readonly unknown: number;
  /** Of main that a change is compared with. */
  readonly runs: number;
  /** Fresh trials of both sides that decide; `null`: main's agent can't be run. */
  readonly stages: readonly number[] | null;
}

/**
 * The drop of the mean pass rate at which a suite's gate would turn 4 in 5 changes red: before anything ran, as if main had
 * passed each case at the given rate.
 *
 * @returns in rates; `null` if the gate does not test the mean pass rate, or no drop up to 60 points is enough
 */
export function dropBeforeRun(
  cases: readonly CaseBeforeRun[],
  policy: Policy,
  numbers: TrialNumbers,
  { rates, unknown, runs, stages }: Assumed,
): number | null {
  const mainOf = mainTrials();
  let owed = 0.5;
  const paired = cases.map(({ id, tags, trials }): PairedCase => {
    const main = (trials ?? numbers.once) * runs;
    // The rounding error of a case goes to the next one: otherwise three trials at 90 % would all pass in every case.
    owed += (rates.get(id) ?? unknown) * main;
    const passed = Math.min(main, Math.floor(owed));
    owed -= passed;
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
  const again = stages ?? undefined;
  const looks_for = stages === null ? 'deciding' : 'choosing';
  const options = { looks, looks_for, again, reckons_with_days: true } as const;
  return sightOf(paired, planGates(paired, policy, options), stages ?? []).detectable_drop;
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
