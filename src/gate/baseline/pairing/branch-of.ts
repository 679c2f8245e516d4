import type { ResultsFile } from '#gate/baseline/results/results-file.ts';

/**
 * What the branch that a change is compared with is called: as the runs of it say, unless the change was on the same one; else as
 * the change says; else main.
 *
 * @param runs nearest first
 */
export function branchOf(change: Pick<ResultsFile, 'commit'>, runs: readonly Pick<ResultsFile, 'commit'>[]): string {
  const own = nameOf(change.commit.ref);
  const [known] = runs.flatMap(({ commit: { ref } }) => nameOf(ref) ?? []).filter((name) => name !== own);
  return known ?? change.commit.base_ref ?? 'main';
}

/** The name in `refs/heads/name`; `null` of what is no branch. */
function nameOf(ref: string | null): string | null {
  return /^refs\/heads\/(.+)$/s.exec(ref ?? '')?.[1] ?? null;
}
