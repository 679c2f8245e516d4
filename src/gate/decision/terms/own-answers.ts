import type { LeanComparedCase } from '#gate/baseline/comparison/comparison.ts';
import {
  answersOf,
  type ScoredTrial,
  saidBy,
  scoredTrials,
  withoutRepeatedAnswers,
} from '#gate/baseline/results/evidence.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';

/** An agent whose model calls are counted made none in the whole run. One trial without a call may be fine. */
export function callsNoModel(results: LeanResults): boolean {
  return countsCalls(results) && !judged(results).some(asks);
}

/** Each trial called a model: no cache of the agent's own answered it. */
export function asksEachTime(results: LeanResults): boolean {
  return countsCalls(results) && judged(results).every(asks);
}

function countsCalls({ agent: { conditions } }: LeanResults): boolean {
  return conditions['capture'] === 'wire' || conditions['capture'] === 'model';
}

function judged({ cases }: LeanResults): readonly ScoredTrial[] {
  return cases.flatMap(scoredTrials);
}

function asks({ steps, usage }: ScoredTrial): boolean {
  return (steps ?? 0) > 0 || (usage.total_tokens ?? 0) > 0;
}

/**
 * The trials of a case of this run that repeat no other's answer. A run that called no model may have read main's answers, from a cache that both
 * sides share; any other fills a cache of its own.
 *
 * @returns takes judged trials of a case by index, and main's runs of it
 */
export function ownAnswers(
  results: LeanResults,
): (trials: readonly ScoredTrial[], runs: LeanComparedCase['runs']) => readonly ScoredTrial[] {
  if (!callsNoModel(results)) return (trials) => withoutRepeatedAnswers(trials);
  return (trials, runs) => {
    const main = new Set(runs.flat().flatMap(answersOf));
    return trials.filter((trial) => trial.source === 'replayed' || !saidBy(trial).some((words) => main.has(words)));
  };
}
