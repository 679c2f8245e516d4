import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { StoredRun } from './baseline-lookup.ts';

/** The run of a results file, according to the file itself. `place`: the path of its trajectories. */
export function storedRun(results: ResultsFile, place: string | null): StoredRun {
  return { results, sha: results.commit.sha, url: null, place };
}
