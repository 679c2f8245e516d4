import type { BaseCommitSource } from '#commands/compose/base-source.ts';
import type { GithubRun } from './session/github-run.ts';

/** On GitHub: the repository itself, with the job's token. */
export function githubBaseSource({ context, inputs, root, prefix }: GithubRun): BaseCommitSource {
  const { serverUrl, repository } = context;
  const url = `${serverUrl}/${repository.owner}/${repository.name}`;
  return { commits: { kind: 'remote', url, token: inputs.githubToken }, root, folder: prefix };
}
