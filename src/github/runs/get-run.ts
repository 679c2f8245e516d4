import type { GithubReader, GithubRepository } from '#github/api/api.ts';
import { type WorkflowRun, workflowRunSchema } from './workflow-run.ts';

/** GitHub's record of one run; `problem` is a sentence part. */
export async function getRun(
  { github, repository }: { readonly github: GithubReader; readonly repository: GithubRepository },
  runId: number,
): Promise<{ readonly run: WorkflowRun } | { readonly problem: string }> {
  const { owner, name: repo } = repository;
  const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}';
  const answer = await github.request(route, { owner, repo, run_id: runId, exclude_pull_requests: true });
  if (!answer.ok) return { problem: refusal(answer.status, answer.problem) };
  const run = workflowRunSchema.safeParse(answer.data);
  return run.success && run.data.id === runId
    ? { run: run.data }
    : { problem: "GitHub's answer does not describe the run" };
}

function refusal(status: number | null, problem: string): string {
  if (status !== 403) return problem;
  return `the token may not read it (${problem}); add "permissions: actions: read" to the job`;
}
