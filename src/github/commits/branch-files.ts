import * as z from 'zod';
import type { GithubReader } from '#github/api/api.ts';

/** The default branch as it is now, and files of it; or why not, a sentence part. */
export type BranchFiles =
  | {
      readonly branch: string;
      readonly sha: string;
      readonly files: readonly { readonly path: string; readonly blob: string; readonly text: string }[];
    }
  | { readonly problem: string };

/** Reads files of the default branch's newest commit, of at most 1 MB each. */
export async function readBranchFiles(
  github: GithubReader,
  place: { readonly owner: string; readonly repo: string },
  paths: readonly string[],
): Promise<BranchFiles> {
  const repository = await github.request('GET /repos/{owner}/{repo}', place);
  const branch = repositorySchema.safeParse(repository.ok ? repository.data : null).data?.default_branch;
  if (branch === undefined)
    return { problem: `its default branch is not known${repository.ok ? '' : ` (${repository.problem})`}` };
  const ref = { ...place, ref: `heads/${branch}` };
  const commit = await github.request('GET /repos/{owner}/{repo}/commits/{ref}', ref);
  const sha = commitSchema.safeParse(commit.ok ? commit.data : null).data?.sha;
  if (sha === undefined)
    return { problem: `the newest commit of ${branch} is not known${commit.ok ? '' : ` (${commit.problem})`}` };
  const files = [];
  for (const path of paths) {
    const answer = await github.request('GET /repos/{owner}/{repo}/contents/{path}', { ...place, path, ref: sha });
    const file = fileSchema.safeParse(answer.ok ? answer.data : null).data;
    if (file === undefined)
      return { problem: `${path} of ${branch} can not be read${answer.ok ? '' : ` (${answer.problem})`}` };
    files.push({ path, blob: file.sha, text: Buffer.from(file.content, 'base64').toString('utf8') });
  }
  return { branch, sha, files };
}

const repositorySchema = z.object({ default_branch: z.string().min(1).max(300) });
const commitSchema = z.object({ sha: z.string().regex(/^[0-9a-f]{40,64}$/) });
const fileSchema = z.object({
  type: z.literal('file'),
  encoding: z.literal('base64'),
  sha: z.string(),
  content: z.string(),
});
