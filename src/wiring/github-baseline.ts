import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactBaseline } from '#adapters/baseline/artifact-baseline.ts';
import { committedBaseline } from '#adapters/baseline/committed-baseline.ts';
import { fileBaseline } from '#adapters/baseline/file-baseline.ts';
import { noBaseline } from '#adapters/baseline/no-baseline.ts';
import { isInside } from '#adapters/files/workspace-files.ts';
import type { GithubApi } from '#adapters/github/api.ts';
import { artifactName } from '#adapters/github/artifact-name.ts';
import { comparisonPoint } from '#adapters/github/comparison-point.ts';
import type { BaselineStore } from '#application/ports.ts';
import type { GithubRun } from './github-run.ts';

/**
 * Where this run's baseline comes from. The default branch compares with nothing, it makes the baseline; its earlier
 * runs are found all the same, to tell whether it has changed since.
 */
export function githubBaseline(run: GithubRun, api: GithubApi): BaselineStore {
  const { inputs, context, event } = run;
  const { repository } = context;
  const makesBaseline = event.kind === 'baseline_producer';
  if (makesBaseline && inputs.baseline.kind !== 'auto') {
    return noBaseline('this run is on the default branch; its results are the baseline of pull requests');
  }
  if (makesBaseline && inputs.shard !== null) {
    return noBaseline('this run is a shard of a run on the default branch, which the job that merges them compares');
  }
  const point = comparisonPoint(event, run.tested_sha);
  if (inputs.baseline.kind === 'none' || point === null) return noBaseline('the input baseline is "none"');
  if (inputs.baseline.kind === 'file') {
    const { path } = inputs.baseline;
    const sha = baseCommit(event);
    // A checkout under test could have edited the file; what it is compared with comes from the commit it goes onto.
    return sha === null
      ? checkedOutBaseline(context.workspace, path)
      : committedBaseline({ github: api, repository, path, sha });
  }
  if (repository.defaultBranch === null)
    return noBaseline(`the event ${context.eventName} does not name the default branch`);
  return artifactBaseline({
    github: api,
    repository,
    defaultBranch: repository.defaultBranch,
    workflowPath: inputs.baselineWorkflow ?? context.workflowPath,
    artifactName: artifactName('results', inputs.key),
    trajectoriesName: artifactName('trajectories', inputs.key),
    runId: context.runId,
    point,
    serverUrl: context.serverUrl,
  });
}

/** A file of the checkout, and the one beside it; a symbolic link must not lead out of it. */
function checkedOutBaseline(workspace: string, path: string): BaselineStore {
  return {
    async find() {
      const named = join(workspace, path);
      const location = await realpath(named).catch(() => named);
      if (location !== named && !isInside(await realpath(workspace), location)) {
        const reason = `the file ${path} lies outside the workspace; move it into the repository`;
        return { kind: 'none', reason, notes: [] };
      }
      return fileBaseline(path, location).find();
    },
    async *trajectories(run) {
      const place = run.place === null ? null : await realpath(run.place).catch(() => null);
      if (place !== null && !isInside(await realpath(workspace), place)) {
        throw new Error("can't be read: the file beside it leads out of the workspace");
      }
      yield* fileBaseline(path).trajectories({ ...run, place });
    },
  };
}

function baseCommit(event: GithubRun['event']): string | null {
  return event.kind === 'pull_request' || event.kind === 'merge_group' ? event.baseSha : null;
}
