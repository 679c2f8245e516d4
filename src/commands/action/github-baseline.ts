import type { GithubApi } from '#github/api/api.ts';
import { takesArtifacts } from '#github/api/takes-artifacts.ts';
import { artifactBaseline } from '#github/artifacts/artifact-baseline.ts';
import { artifactName } from '#github/artifacts/artifact-name.ts';
import { branchBaseline } from '#github/artifacts/branch-baseline.ts';
import { type CommittedBaselineOptions, committedBaseline } from '#github/commits/committed-baseline.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { emptyBaseline } from '#runner/no-baseline.ts';
import { type GithubTarget, githubTarget } from './github-target.ts';
import type { GithubRun } from './session/github-run.ts';
import { sideBranch } from './side-branch.ts';

/**
 * Where this run's baseline comes from. A run of the default branch is compared with nothing, because it makes the baseline;
 * its earlier runs are still looked up, to see whether main has changed since.
 */
export function githubBaseline(run: GithubRun, api: GithubApi, target = githubTarget(run, api)): BaselineStore {
  const { inputs, context, event } = run;
  const makesBaseline = event.kind === 'baseline_producer';
  if (makesBaseline && inputs.baseline.kind !== 'auto') {
    return emptyBaseline(
      `this run is on the default branch, and its input baseline is ${inputWords(inputs.baseline)}, so it is compared with nothing`,
    );
  }
  if (makesBaseline && inputs.shard !== null) {
    return emptyBaseline(
      'this run is a shard of a run on the default branch; the job that merges the shards compares them',
    );
  }
  const { repository } = context;
  if (inputs.baseline.kind === 'none' || event.kind === 'workflow_run')
    return emptyBaseline('the input baseline is "none"');
  if (inputs.baseline.kind === 'file') {
    return fileOfTarget({ github: api, repository, path: inputs.baseline.path }, target);
  }
  if (repository.defaultBranch === null)
    return emptyBaseline(`the event ${context.eventName} does not name the default branch`);
  const { defaultBranch } = repository;
  const workflowPath = inputs.baselineWorkflow ?? context.workflowPath;
  const runsOf = (branch: string): BaselineStore =>
    artifactBaseline({
      github: api,
      repository,
      defaultBranch: branch,
      workflowPath,
      artifactName: artifactName('results', inputs.key),
      key: inputs.key === '' ? null : inputs.key,
      side: branch === repository.defaultBranch ? 'baseline' : 'candidate',
      trajectoriesName: artifactName('trajectories', inputs.key),
      runId: context.runId,
      target,
      serverUrl: context.serverUrl,
    });
  const branch = sideBranch(event, defaultBranch);
  const ofDefault = runsOf(defaultBranch);
  if (branch === null) return ofDefault;
  return branchBaseline({ branch, defaultBranch, workflowPath, ofBranch: runsOf(branch), ofDefault });
}

function inputWords(baseline: GithubRun['inputs']['baseline']): string {
  return JSON.stringify(baseline.kind === 'file' ? `file:${baseline.path}` : baseline.kind);
}

/** Whether pull requests are compared with this run: its results are stored under the name that they look for. */
export function servesAsBaseline({ inputs, context, event }: GithubRun): boolean {
  const workflow = inputs.baselineWorkflow ?? context.workflowPath;
  return (
    event.kind === 'baseline_producer' &&
    inputs.baseline.kind === 'auto' &&
    inputs.shard === null &&
    workflow === context.workflowPath &&
    takesArtifacts(context.serverUrl)
  );
}

/** A baseline file of the commit that this run is compared with, because the tested checkout could have edited it. */
function fileOfTarget(options: Omit<CommittedBaselineOptions, 'sha'>, target: GithubTarget): BaselineStore {
  const ofBase = async (): Promise<BaselineStore> => {
    const base = await target();
    if ('problem' in base) throw new Error(`can't be read: ${base.problem}`);
    return committedBaseline({ ...options, sha: base.sha });
  };
  return {
    async find(pinned) {
      const base = await target();
      if ('problem' in base)
        return { kind: 'none', reason: `the commit to read it from is not known: ${base.problem}`, notes: [] };
      return committedBaseline({ ...options, sha: base.sha }).find(pinned);
    },
    async *trajectories(run) {
      yield* (await ofBase()).trajectories(run);
    },
    async *stored(run) {
      yield* (await ofBase()).stored?.(run) ?? [];
    },
  };
}
