import { artifactName } from '#adapters/github/artifacts/artifact-name.ts';
import { shardPlans } from '#adapters/github/artifacts/shard-plans.ts';
import { systemClock } from '#adapters/terminal/clock.ts';
import { type DivideCases, divideCases } from '#application/load/divide-cases.ts';
import { mainResults } from './github-baseline.ts';
import type { GithubRun } from './github-run.ts';
import type { GithubSession } from './github-session.ts';
import type { GithubTarget } from './github-target.ts';

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
  return divideCases(plans, () => mainResults(run, api, target).find(), progress);
}
