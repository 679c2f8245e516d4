import * as z from 'zod';
import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { shaSchema } from './workflow-run.ts';

/**
 * The newest commit of a branch; `problem` is a sentence part. The prefix `heads/` makes it a branch: a tag may have the same
 * name, and a bare name would let GitHub choose.
 */
export async function branchTip(
  github: GithubReader,
  repository: GithubRepository,
  branch: string,
): Promise<{ readonly sha: string } | { readonly problem: string }> {
  const { owner, name: repo } = repository;
  const route = 'GET /repos/{owner}/{repo}/commits/{ref}';
  const answer = await github.request(route, { owner, repo, ref: `heads/${branch}`, per_page: 1 });
  if (!answer.ok) return { problem: withContents(answer.status, answer.problem) };
  const commit = commitSchema.safeParse(answer.data);
  return commit.success ? { sha: commit.data.sha } : { problem: "GitHub's answer contains no commit" };
}

/** Adds the permission that may be missing; GitHub also answers "not found" for what a token may not see. */
export function withContents(status: number | null, problem: string): string {
  return status === 403 || status === 404
    ? `${problem}; add "permissions: contents: read" if the job lacks it`
    : problem;
}

const commitSchema = z.object({ sha: shaSchema });
