import type { StoredRun } from '#domain/baseline/baseline-lookup.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';

/** The run that a results file is of, by what the file itself says. `place`: the path of its trajectories. */
export function storedRun(results: ResultsFile, place: string): StoredRun {
  return { results, sha: results.commit.sha, url: null, place };
}
