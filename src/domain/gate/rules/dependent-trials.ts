import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import { evidence, type ScoredTrial } from '#domain/baseline/results/evidence.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { reaches } from '#domain/statistics/beyond.ts';
import { orderTrend, type Sequence } from '#domain/statistics/counts/order-trend.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { type Finding, finding } from '../finding.ts';

/** The share of unchanged changes that this test leaves open. It makes none red. */
const ALPHA = 0.005;

/**
 * Main depends too at a p up to this. Only then can dependence have made a failure: a change that makes its agent keep state must not take its
 * own failures back. A change has no part in main's stored trials, so a loose level gives it no way out.
 */
const ALPHA_OF_MAIN = 0.05;

/** The change alone, and with main: main's runs have more trials, and would hide an agent that keeps state only since the change. */
const TESTS = 2;

/** Of one case at one look; reading more would only cost time. */
const MOST_TRIALS = 50;

/**
 * Whether a trial depends on the trials that its process was given before. Every other test takes the trials of a case for exchangeable, so
 * where this one finds a trend nothing passes, and if main's trials show it too, no other test decides. It tests outcomes against the order of a case's trials, here and in each run of main: trials
 * run round by round, so that is the order of their places in their processes. The stored place only tells which trials share a process: an
 * agent that crashes starts again at place 0, so places depend on earlier outcomes. For the same reason, trials of different looks are not
 * compared: whether there is a next look depends on outcomes too.
 */
export function dependentTrialFindings(candidate: ResultsFile, { cases }: Comparison): readonly Finding[] {
  if (candidate.agent.conditions['isolate'] === true) return [];
  const here = candidate.cases.map((item) => item.trials.filter(({ index }) => index <= item.planned_trials));
  const main = cases.flatMap(({ runs }) => runs).flatMap(sequencesOf);
  const changed = here.flatMap(sequencesOf);
  const found = findsDependence(changed, main);
  if (found === null) return [];
  const sequences = found.in_main ? [...changed, ...main] : changed;
  const first = rate(sequences.map((each) => each[0]));
  const last = rate(sequences.map((each) => each.at(-1)));
  return [finding({ outcome: 'inconclusive', gate: 'suite', code: 'dependent_trials' }, { ...found, first, last })];
}

/**
 * The test itself, on the outcomes of each case in their order: p is Bonferroni's, of the change alone and of the change with main.
 *
 * @returns `null` if nothing shows that they depend on one another; `in_main`: main's alone show it too
 */
export function findsDependence(
  here: readonly Sequence[],
  main: readonly Sequence[],
): { readonly p: number; readonly in_main: boolean } | null {
  const p = Math.min(1, TESTS * Math.min(orderTrend(here), orderTrend([...here, ...main])));
  return reaches(p, ALPHA) ? { p, in_main: reaches(orderTrend(main), ALPHA_OF_MAIN) } : null;
}

/** Whether dependent trials may have made the failures too, as main's depend on one another as well. */
export function mayHaveFailedBy(dependent: readonly Finding[]): boolean {
  return dependent.some((found) => found.code === 'dependent_trials' && found.facts.in_main);
}

/** Whether the trials of a case passed, in their order: one list for each look of a run. Only those that share processes. */
function sequencesOf(trials: readonly TrialRecord[]): readonly (readonly boolean[])[] {
  const looks = new Map<string, ScoredTrial[]>();
  for (const trial of evidence({ trials })) {
    if (trial.place_in_process === undefined) continue;
    const look = `${trial.run_attempt} ${trial.look}`;
    looks.set(look, [...(looks.get(look) ?? []), trial]);
  }
  return [...looks.values()]
    .map((each) => each.slice(0, MOST_TRIALS).map(({ outcome }) => outcome === 'passed'))
    .filter(({ length }) => length > 1);
}

function rate(outcomes: readonly (boolean | undefined)[]): number {
  return outcomes.filter((isPassed) => isPassed === true).length / Math.max(1, outcomes.length);
}
