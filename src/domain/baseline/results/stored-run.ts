import type { StoredRun } from '#domain/baseline/baseline-lookup.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';

/** The run of a results file, according to the file itself. `place`: the path of its trajectories. */
export function storedRun(results: ResultsFile, place: string): StoredRun {
  return { results, sha: results.commit.sha, url: null, place };
}
