import { hashJson } from '#common/hash-json.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';

/** Name of the epoch that begins with this run: reproducible, and different for every run of a commit. */
export function epochBegunBy({ commit, run, created_at }: LeanResults): string {
  return hashJson({ sha: commit.sha, run: run.id, attempt: run.attempt, created_at }).slice(0, 16);
}

/**
 * The epoch of each run. Runs that name none (made by hand, in a terminal, or before there were epochs) count as one epoch,
 * named after the nearest of them: so the next unchanged run of main can give it a name, and still be pooled with them.
 *
 * @param runs nearest first
 * @returns as long as `runs`
 */
export function epochIds(runs: readonly LeanResults[]): readonly string[] {
  const nameless = runs.find(({ epoch }) => epoch === null);
  const theirs = nameless === undefined ? '' : epochBegunBy(nameless);
  return runs.map(({ epoch }) => epoch?.id ?? theirs);
}
