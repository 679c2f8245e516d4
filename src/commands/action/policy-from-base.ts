import { readFile, readlink, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ConfigPlace } from '#config/base-rules/base-policy.ts';
import { pathInCommit } from '#config/base-rules/commit-listing.ts';
import type { GithubApi } from '#github/api/api.ts';
import { commitFiles } from '#github/commits/commit-files.ts';
import { filesOfNoCommit, type PolicySource } from '#runner/base-side/policy-from-base.ts';
import { isInside } from '#runner/workspace/files/is-inside.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import type { GithubTarget } from './github-target.ts';
import type { GithubRun } from './session/github-run.ts';
import { sideBranch } from './side-branch.ts';

/**
 * The source of a run's policy: the commit that it is compared with, not the older base that the event may name. `null` for
 * runs of the default branch itself, whose own policy applies. Call it before anything of the change runs.
 */
export async function githubPolicySource(
  run: GithubRun,
  api: GithubApi,
  target: GithubTarget,
): Promise<PolicySource | null> {
  const { event, context, cwd, inputs, root, named_folder } = run;
  if (event.kind === 'baseline_producer') return null;
  const { workflowPath: path, repository } = context;
  const base = await target();
  const files = workspaceFiles(context.workspace, cwd, inputs.config);
  const filesOf = (sha: string) => commitFiles({ github: api, repository, sha });
  return {
    files: 'sha' in base ? filesOf(base.sha) : filesOfNoCommit(base.problem),
    ...('sha' in base ? { change: filesOf(run.tested_sha), at: filesOf } : {}),
    folder: named_folder,
    places: await configPlaces(run),
    checkout: async (file) => {
      const content = await files.read(file);
      return 'text' in content ? content.text : null;
    },
    link: (path) => readlink(join(root, path)).catch(() => null),
    side_branch: sideBranch(event, repository.defaultBranch),
    workflow: { path, here: await readFile(join(root, path), 'utf8').catch(() => null) },
  };
}

/** As the inputs write it, where links of the checkout lead, and the file itself if it is a link. */
async function configPlaces({ root, cwd, prefix, named_folder, inputs }: GithubRun): Promise<readonly ConfigPlace[]> {
  const places = [named_folder, prefix].map((folder) => ({ path: pathInCommit({ folder }, inputs.config), folder }));
  const real = await realpath(join(cwd, inputs.config)).catch(() => null);
  const path = real !== null && isInside(root, real) ? relative(root, real).split(sep).join('/') : null;
  const all = [...places, ...(path === null ? [] : [{ path, folder: prefix }])];
  return all.filter((item, index) => all.findIndex((other) => other.path === item.path) === index);
}
