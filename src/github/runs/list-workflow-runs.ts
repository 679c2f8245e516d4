import * as z from 'zod';
import type { ApiAnswer, ApiParameters, GithubReader, GithubRepository } from '#github/api/api.ts';
import { type WorkflowRun, workflowRunSchema } from './workflow-run.ts';

/** Whose runs to list. */
export interface WorkflowPlace {
  readonly github: GithubReader;
  readonly repository: GithubRepository;
  /** `.github/workflows/agent-eval.yml` */
  readonly workflowPath: string;
}

/**
 * Runs as GitHub lists them, unfiltered. `unread` says why further pages are missing; null if none are, or if the limit was
 * reached: then `cut` says that there are more.
 */
export type ListedRuns =
  | { readonly runs: readonly WorkflowRun[]; readonly unread: ListProblem | null; readonly cut: boolean }
  | { readonly problem: ListProblem };

/** `status` is null if no answer came; `words` are a sentence part. */
export interface ListProblem {
  readonly status: number | null;
  readonly words: string;
}

/** Lists runs of a workflow. Reads several pages, so that unwanted runs don't hide the others. */
export async function listWorkflowRuns(place: WorkflowPlace, filter: ApiParameters): Promise<ListedRuns> {
  const runs: WorkflowRun[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const read = await listPage(place, { ...filter, page });
    if ('problem' in read) return page === 1 ? read : { runs, unread: read.problem, cut: false };
    runs.push(...read.items.flatMap(readRun));
    if (read.items.length < PAGE_SIZE) return { runs, unread: null, cut: false };
  }
  return { runs, unread: null, cut: true };
}

/** The newest finished runs that pushes to any branch started, of all workflows; empty: GitHub does not say. */
export async function recentPushes({
  github,
  repository,
}: Pick<WorkflowPlace, 'github' | 'repository'>): Promise<readonly WorkflowRun[]> {
  const answer = await github.request('GET /repos/{owner}/{repo}/actions/runs', {
    owner: repository.owner,
    repo: repository.name,
    event: 'push',
    status: 'completed',
    exclude_pull_requests: true,
    per_page: PAGE_SIZE,
  });
  const body = bodySchema.safeParse(answer.ok ? answer.data : null);
  return body.success ? body.data.workflow_runs.flatMap(readRun) : [];
}

async function listPage(
  { github, repository, workflowPath }: WorkflowPlace,
  filter: ApiParameters,
): Promise<{ readonly items: readonly unknown[] } | { readonly problem: ListProblem }> {
  const answer = await github.request('GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs', {
    owner: repository.owner,
    repo: repository.name,
    workflow_id: workflowPath.slice(workflowPath.lastIndexOf('/') + 1),
    exclude_pull_requests: true,
    per_page: PAGE_SIZE,
    ...filter,
  });
  if (!answer.ok) return { problem: { status: answer.status, words: refusal(answer) } };
  const body = bodySchema.safeParse(answer.data);
  if (body.success) return { items: body.data.workflow_runs };
  const words = 'GitHub did not return a list of workflow runs';
  return { problem: { status: answer.status, words } };
}

function refusal({ status, problem }: Extract<ApiAnswer, { ok: false }>): string {
  if (status === 403) {
    return `the token may not read workflow runs (${problem}); add "permissions: actions: read" to the job`;
  }
  return `workflow runs could not be listed: ${problem}`;
}

function readRun(value: unknown): readonly WorkflowRun[] {
  const run = workflowRunSchema.safeParse(value);
  return run.success ? [run.data] : [];
}

const PAGE_SIZE = 100;
const MAX_PAGES = 3;

const bodySchema = z.object({ workflow_runs: z.array(z.unknown()).max(1000) });
