import * as z from 'zod';
import type { BaselineRepository, GithubReader } from './github-reader.ts';
import { shaSchema } from './workflow-run.ts';

/**
 * The newest commit of a branch; `problem` is a sentence part. `heads/` says that a branch is meant: a tag may have the
 * same name, and a bare name would leave the choice to GitHub.
 */
export async function branchTip(
  github: GithubReader,
  repository: BaselineRepository,
  branch: string,
): Promise<{ readonly sha: string } | { readonly problem: string }> {
  const { owner, name: repo } = repository;
  const route = 'GET /repos/{owner}/{repo}/commits/{ref}';
  const answer = await github.request(route, { owner, repo, ref: `heads/${branch}`, per_page: 1 });
  if (!answer.ok) return { problem: answer.problem };
  const commit = commitSchema.safeParse(answer.data);
  return commit.success ? { sha: commit.data.sha } : { problem: "GitHub's answer names no commit" };
}

const commitSchema = z.object({ sha: shaSchema });
