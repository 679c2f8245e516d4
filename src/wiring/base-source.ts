import { realpath } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { CommitSource } from '#adapters/base-commit/commit-source.ts';
import { repositoryFacts } from '#adapters/files/repository-facts.ts';
import { isInside } from '#adapters/files/workspace-files.ts';
import type { GithubRun } from './github-run.ts';

/** Where the base commit's files come from, and where in them the run happens. Known before anything of the candidate runs. */
export interface BaseSource {
  readonly commits: CommitSource;
  /** Root of the candidate's checkout, absolute. */
  readonly root: string;
  /** The working directory, from the root of the repository; empty for the root. */
  readonly folder: string;
}

/** On GitHub: the repository itself, with the job's token. */
export async function githubBaseSource({ context, inputs, cwd }: GithubRun): Promise<BaseSource> {
  const { serverUrl, repository } = context;
  const url = `${serverUrl}/${repository.owner}/${repository.name}`;
  const found = await placeOf(cwd);
  // Without git, the workspace is taken for the root of what was checked out.
  const place = found ?? { root: context.workspace, folder: relative(context.workspace, cwd) };
  return { commits: { kind: 'remote', url, token: inputs.githubToken }, ...place };
}

/** In a terminal: the repository that the working directory lies in; `null` outside of one. */
export async function localBaseSource(cwd: string): Promise<BaseSource | null> {
  const place = await placeOf(cwd);
  return place === null ? null : { commits: { kind: 'local', repository: place.root }, ...place };
}

async function placeOf(cwd: string): Promise<Pick<BaseSource, 'root' | 'folder'> | null> {
  const { root } = await repositoryFacts(cwd);
  if (root === null) return null;
  const top = resolve(root);
  const place = await realpath(cwd);
  return isInside(top, place) ? { root: top, folder: relative(top, place).split(sep).join('/') } : null;
}
