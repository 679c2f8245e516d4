import * as z from 'zod';
import { gitBlobSha } from '#config/base-rules/commit-listing.ts';
import type { GithubReader } from '#github/api/api.ts';
import { branchTip } from '#github/runs/branch-tip.ts';
import { commitFiles } from './commit-files.ts';

/** The default branch as it is now, and files of it; or why not, a sentence part. */
export type BranchFiles =
  | {
      readonly branch: string;
      readonly sha: string;
      readonly files: readonly { readonly path: string; readonly blob: string; readonly text: string }[];
    }
  | { readonly problem: string };

/** Reads text files of the default branch's newest commit. */
export async function readBranchFiles(
  github: GithubReader,
  { owner, repo: name }: { readonly owner: string; readonly repo: string },
  paths: readonly string[],
): Promise<BranchFiles> {
  const answer = await github.request('GET /repos/{owner}/{repo}', { owner, repo: name });
  const known = repositorySchema.safeParse(answer.ok ? answer.data : null).data;
  if (known === undefined)
    return { problem: `its default branch is not known${answer.ok ? '' : ` (${answer.problem})`}` };
  const { default_branch: branch, id } = known;
  const repository = { id, owner, name };
  const tip = await branchTip(github, repository, branch);
  if ('problem' in tip) return { problem: `the newest commit of ${branch} is not known (${tip.problem})` };
  const commit = commitFiles({ github, repository, sha: tip.sha });
  const files = [];
  for (const path of paths) {
    const file = await commit.read(path);
    if (!('text' in file)) return { problem: `${path} of ${branch} ${'problem' in file ? file.problem : 'is gone'}` };
    files.push({ path, blob: gitBlobSha(file.text), text: file.text });
  }
  return { branch, sha: tip.sha, files };
}

const repositorySchema = z.object({ id: z.int(), default_branch: z.string().min(1).max(300) });
