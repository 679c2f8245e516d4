import { takesArtifacts } from '#adapters/github/api/takes-artifacts.ts';
import type { RunContext } from '#adapters/github/event/run-context.ts';
import type { ActionInputs } from '#entry/options/options.ts';

/** Why jobs can't be parts of one run here, a sentence; none where they can. Found out before a shard has cost anything. */
export function artifactProblems(
  { mode, shard }: Pick<ActionInputs, 'mode' | 'shard'>,
  { serverUrl }: Pick<RunContext, 'serverUrl'>,
): readonly string[] {
  if (takesArtifacts(serverUrl) || (mode !== 'merge' && shard === null)) return [];
  const input = mode === 'merge' ? 'mode: "merge"' : 'shard:';
  return [
    `${input} does not work on ${serverUrl}: shards hand their results to the job that merges them as artifacts, and GitHub Enterprise Server does not take those from current clients; run all cases in one job, without the input shard and without a job that merges`,
  ];
}
