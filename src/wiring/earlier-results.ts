import { earlierResults } from '#adapters/baseline/earlier-results.ts';
import type { GithubApi } from '#adapters/github/api.ts';
import { artifactName } from '#adapters/github/artifact-name.ts';
import type { EarlierResults } from '#application/ports.ts';
import type { GithubRun } from './github-run.ts';

/** Results of this very commit that a candidate run adds its trials to; null on the default branch, whose runs stand alone. */
export function githubEarlierResults(run: GithubRun, api: GithubApi): EarlierResults | null {
  const { inputs, context, event } = run;
  if (event.kind === 'baseline_producer') return null;
  return earlierResults({
    github: api,
    repository: context.repository,
    workflowPath: context.workflowPath,
    artifactName: artifactName('results', inputs.key, inputs.shard),
    key: inputs.key === '' ? null : inputs.key,
    runId: context.runId,
    runAttempt: context.runAttempt,
    testedSha: run.tested_sha,
  });
}
