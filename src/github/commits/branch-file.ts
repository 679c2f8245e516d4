import * as z from 'zod';
import { gitBlobSha } from '#config/base-rules/commit-listing.ts';
import type { GithubReader } from '#github/api/api.ts';
import { branchTip } from '#github/runs/branch-tip.ts';
import { commitFiles } from './commit-files.ts';

/** A text file of the default branch as it is now. */
export interface BranchFile {
  readonly branch: string;
  /** The branch's newest commit. */
  readonly sha: string;
  readonly path: string;
  /** Git's hash of the file. */
  readonly blob: string;
  readonly text: string;
}

/** Reads a file of the default branch; `problem` is a sentence part. */
export async function readBranchFile(
  github: GithubReader,
  { owner, repo: name }: { readonly owner: string; readonly repo: string },
  path: string,
): Promise<BranchFile | { readonly problem: string }> {
  const answer = await github.request('GET /repos/{owner}/{repo}', { owner, repo: name });
  const known = repositorySchema.safeParse(answer.ok ? answer.data : null).data;
  if (known === undefined)
    return { problem: `its default branch is not known${answer.ok ? '' : ` (${answer.problem})`}` };
  const { default_branch: branch, id } = known;
  const repository = { id, owner, name };
  const tip = await branchTip(github, repository, branch);
  if ('problem' in tip) return { problem: `the newest commit of ${branch} is not known (${tip.problem})` };
  const file = await commitFiles({ github, repository, sha: tip.sha }).read(path);
  if (!('text' in file)) return { problem: `${path} of ${branch} ${'problem' in file ? file.problem : 'is gone'}` };
  return { branch, sha: tip.sha, path, blob: gitBlobSha(file.text), text: file.text };
}

const repositorySchema = z.object({ id: z.int(), default_branch: z.string().min(1).max(300) });
