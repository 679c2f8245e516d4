import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { type TrialNumbers, type TrialRange, trialNumbers } from '#trials/trial/trial-range.ts';
import { type Plan, plansOf } from './plans.ts';
import { type StoredSuite, storedSuite } from './stored-suite.ts';

/** The number of draws and their seed. Equal options on equal files give equal numbers. */
export interface SimulationOptions {
  /** Simulated pull requests per effect. */
  readonly draws: number;
  readonly seed: number;
}

/** All that the draws depend on: plain data, which other threads can be sent. */
export interface Simulation extends SimulationOptions {
  readonly suite: StoredSuite;
  readonly policy: Policy;
  readonly trials: TrialNumbers;
  readonly plans: readonly Plan[];
}

/**
 * Plans the simulation of a policy on stored runs.
 *
 * @param runs runs of main in any order
 * @param range `null`: what a suite of this size means
 * @returns `null` if no run has a judged trial
 */
export function simulationOf(
  runs: readonly ResultsFile[],
  policy: Policy,
  range: TrialRange | null,
  options: SimulationOptions,
): Simulation | null {
  const newestFirst = runs.toSorted((left, right) => compareTimes(right.created_at, left.created_at));
  const [newest] = newestFirst;
  const suite = newest === undefined ? null : storedSuite(newest, newestFirst, policy);
  if (suite === null || suite.cases.length === 0) return null;
  const trials = trialNumbers(range, suite.cases.length);
  return { suite, policy, trials, plans: plansOf(policy, trials, trialNumbers(null, suite.cases.length)), ...options };
}

/** Orders times; texts that are no time are older than any. */
function compareTimes(left: string, right: string): number {
  return timeOf(left) - timeOf(right);
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? 0 : time;
}
