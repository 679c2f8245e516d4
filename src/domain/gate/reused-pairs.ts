import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ScoredTrial } from '#domain/baseline/results/evidence.ts';

/** The trial of main whose answers a trial was served: its outcome, and whether the two went apart. */
export interface Pair {
  readonly passed: boolean;
  readonly diverged: boolean;
}

/** The trials of a case that may enter a test. */
export interface TrialsInPairs {
  readonly usable: readonly ScoredTrial[];
  /** By index; `null`: main's answers were served to none, so all are independent. */
  readonly mates: ReadonlyMap<number, { readonly pair?: Pair }> | null;
}

/**
 * Puts the trials that were served main's answers beside those of main. If a single one was served any, the case is compared in pairs; trials
 * whose first request differed are pairs too, of independent ones.
 *
 * @param stored main's trials by run of the pool
 */
export function inPairs(
  judged: readonly ScoredTrial[],
  stored: readonly (readonly ScoredTrial[])[],
  pool: Comparison['pool'],
): TrialsInPairs {
  const served = judged.filter(({ reused }) => (reused?.calls ?? 0) > 0);
  if (served.length === 0) return { usable: judged, mates: null };
  const mates = new Map(judged.map((trial) => [trial.index, pairOf(trial, stored, pool)]));
  if (served.some(({ index }) => mates.get(index)?.pair !== undefined)) return { usable: judged, mates };
  // Without main's trials, what both share is no evidence of its own.
  return { usable: judged.filter((trial) => !served.includes(trial)), mates: null };
}

function pairOf(
  { reused }: ScoredTrial,
  stored: readonly (readonly ScoredTrial[])[],
  pool: Comparison['pool'],
): { readonly pair?: Pair } {
  if (reused === undefined) return {};
  const run = pool.findIndex(({ run_id }) => run_id === reused.run_id);
  const mate = stored[run]?.find(({ index }) => index === reused.trial);
  return mate === undefined ? {} : { pair: { passed: mate.outcome === 'passed', diverged: reused.diverged } };
}
