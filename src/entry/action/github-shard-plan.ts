import type { GithubApi } from '#adapters/github/api/api.ts';
import { artifactName } from '#adapters/github/artifacts/artifact-name.ts';
import { shardPlans } from '#adapters/github/artifacts/shard-plans.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import { workspaceFiles } from '#adapters/workspace/files/workspace-files.ts';
import { selectReached } from '#application/base-side/carried-cases.ts';
import { policyFromBase } from '#application/base-side/policy-from-base.ts';
import { type DivideCases, divideCases, type PlanBasis } from '#application/load/divide-cases.ts';
import { loadSuite } from '#application/load/load-suite.ts';
import type { BaselineLookup } from '#domain/baseline/baseline-lookup.ts';
import { mainResults } from './github-baseline.ts';
import { githubSelection } from './github-facts.ts';
import type { GithubRun } from './github-run.ts';
import type { GithubSession } from './github-session.ts';
import type { GithubTarget } from './github-target.ts';
import { githubPolicySource } from './policy-from-base.ts';

/** How the shards of a run divide its cases: by a plan that the first of them stores as an artifact of the run. */
export function githubShardPlan(
  run: GithubRun,
  { api, progress, stop }: Pick<GithubSession, 'api' | 'progress' | 'stop'>,
  target: GithubTarget,
): DivideCases {
  const { context, inputs } = run;
  const plans = shardPlans({
    github: api,
    repository: context.repository,
    runId: context.runId,
    artifactName: artifactName('plan', inputs.key),
    serverUrl: context.serverUrl,
    clock: systemClock,
    signal: stop.signal,
  });
  return divideCases(plans, () => planBasis(run, api, target), progress);
}

async function planBasis(run: GithubRun, api: GithubApi, target: GithubTarget): Promise<PlanBasis> {
  const main = await mainResults(run, api, target).find();
  return { main, carried: await carriedOf(run, api, { target, main }) };
}

/** Cases of the whole suite that the change can't reach, as the job that merges the shards will find them. */
async function carriedOf(
  run: GithubRun,
  api: GithubApi,
  { target, main }: { readonly target: GithubTarget; readonly main: BaselineLookup },
): Promise<ReadonlySet<string>> {
  const { context, cwd, inputs, event } = run;
  if (event.kind === 'baseline_producer' || inputs.runAll || main.kind === 'none') return new Set();
  const source = await githubPolicySource(run, api, target);
  if (source === null) return new Set();
  const files = workspaceFiles(context.workspace, cwd, inputs.config);
  const { shard: _, ...whole } = githubSelection(run);
  const loaded = await loadSuite(files, inputs.config, whole);
  if ('issues' in loaded) return new Set();
  const { suite, policy } = await policyFromBase(loaded.suite, source);
  const { suite: reached } = await selectReached(suite, policy, main, files);
  return new Set(reached.carried?.cases.map(({ id }) => id));
}
