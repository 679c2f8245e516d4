import type { GithubApi } from '#github/api/api.ts';
import { artifactName } from '#github/artifacts/artifact-name.ts';
import { earlierResults } from '#github/artifacts/earlier-results.ts';
import type { EarlierResults } from '#ports/ports.ts';
import { type GithubRun, testedContent } from './session/github-run.ts';

/**
 * Earlier results of the same content, to which a run adds its trials. On the default branch, only those of earlier attempts of
 * this run; null in its first.
 */
export function githubEarlierResults(run: GithubRun, api: GithubApi): EarlierResults | null {
  const { inputs, context, event } = run;
  const side = event.kind === 'baseline_producer' ? 'baseline' : 'candidate';
  if (side === 'baseline' && context.runAttempt === 1) return null;
  return earlierResults({
    github: api,
    repository: context.repository,
    workflowPath: context.workflowPath,
    artifactName: artifactName('results', inputs.key, inputs.shard),
    key: inputs.key === '' ? null : inputs.key,
    side,
    runId: context.runId,
    runAttempt: context.runAttempt,
    tested: testedContent(run),
  });
}
