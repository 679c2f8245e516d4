import * as z from 'zod';
import type { GithubApi } from '#github/api/api.ts';
import { shaSchema } from './workflow-run.ts';

/** The run that a `workflow_run` event is about, as GitHub describes it now; nothing comes from what that run produced. */
export interface TriggeringRun {
  readonly id: number;
  readonly attempt: number;
  readonly event: string;
  /** Path of its workflow file. */
  readonly workflowPath: string;
  readonly headSha: string;
  readonly headBranch: string;
  readonly headRepository: { readonly id: number; readonly owner: string };
  /** Its token was read-only, so it could not comment itself. */
  readonly fork: boolean;
  readonly dependabot: boolean;
}

/** The repository whose runs are requested. */
export interface RunsRepository {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
}

/** Asks GitHub for the run; `problem` is a sentence part. */
export async function readTriggeringRun(
  api: GithubApi,
  repository: RunsRepository,
  runId: number,
): Promise<{ readonly run: TriggeringRun } | { readonly problem: string }> {
  const { owner, name: repo } = repository;
  const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}';
  const answer = await api.request(route, { owner, repo, run_id: runId, exclude_pull_requests: true });
  if (!answer.ok) return { problem: refusal(answer.status, answer.problem) };
  const read = runSchema.safeParse(answer.data);
  if (!read.success || read.data.id !== runId) return { problem: "GitHub's answer does not describe it" };
  const { data } = read;
  if (data.repository.id !== repository.id) return { problem: 'it belongs to another repository' };
  const { head_repository: head, head_branch: headBranch } = data;
  if (head == null || headBranch === null) return { problem: 'the repository or branch that it ran for is gone' };
  return {
    run: {
      id: runId,
      attempt: data.run_attempt,
      event: data.event,
      workflowPath: data.path.split('@')[0] ?? data.path,
      headSha: data.head_sha,
      headBranch,
      headRepository: { id: head.id, owner: head.owner.login },
      fork: head.id !== repository.id,
      dependabot: data.actor?.login === 'dependabot[bot]',
    },
  };
}

function refusal(status: number | null, problem: string): string {
  if (status !== 403 && status !== 404) return problem;
  return `the token may not read it (${problem}); add "permissions: actions: read" to the job`;
}

const runSchema = z.object({
  id: z.number().int().positive(),
  run_attempt: z.number().int().positive().default(1),
  event: z.string().max(100),
  path: z.string().max(500),
  head_sha: shaSchema,
  head_branch: z.string().min(1).max(300).nullable(),
  repository: z.object({ id: z.number().int() }),
  head_repository: z.object({ id: z.number().int(), owner: z.object({ login: z.string().min(1).max(100) }) }).nullish(),
  actor: z.object({ login: z.string().max(100) }).nullish(),
});
