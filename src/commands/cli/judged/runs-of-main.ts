import { RUN } from '#commands/options/flags.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import { fileBaselines } from '#runner/workspace/baselines/file-baselines.ts';
import { resultsPath } from '../common/read-results.ts';

/** Stored runs of main, newest first, with the store that has their trajectories. */
interface RunsOfMain {
  readonly runs: readonly StoredRun[];
  readonly baselines: ReturnType<typeof fileBaselines>;
}

/** The named runs; without names the last run here. `problem` is a sentence part. */
export async function runsOfMain(files: readonly string[]): Promise<RunsOfMain | { readonly problem: string }> {
  const paths = await Promise.all((files.length === 0 ? [RUN.output.default] : files).map(resultsPath));
  const baselines = fileBaselines(paths);
  const lookup = await baselines.find();
  if (lookup.kind === 'none') return { problem: lookup.reason };
  for (const { results } of lookup.runs) {
    const { commit, run } = results;
    const what =
      run.side === 'confirm'
        ? 'has fresh trials of main for one change'
        : commit.pull_request === null
          ? null
          : `is of pull request ${commit.pull_request}`;
    if (what !== null) return { problem: `one of the named runs ${what}; name results of runs of the main branch` };
  }
  return { runs: lookup.runs, baselines };
}
