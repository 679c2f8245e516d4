import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commitFiles } from '#adapters/baseline/commit-files.ts';
import type { GithubApi } from '#adapters/github/api.ts';
import type { PolicySource } from '#application/base-policy/policy-from-base.ts';
import type { GithubRun } from './github-run.ts';

/** Where the policy of a pull request or a merge group comes from; `null` for runs that change nothing but what they are. */
export async function githubPolicySource(run: GithubRun, api: GithubApi): Promise<PolicySource | null> {
  const { event, context, prefix } = run;
  if (event.kind !== 'pull_request' && event.kind !== 'merge_group') return null;
  const { workflowPath: path, workspace, repository } = context;
  // Read before anything of the change runs. The checkout may be that of a part of the repository.
  const here = await readFile(join(workspace, path), 'utf8').catch(() => null);
  const files = commitFiles({ github: api, repository, sha: event.baseSha });
  return { files, folder: prefix, workflow: { path, here } };
}
