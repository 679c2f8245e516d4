import * as z from 'zod';
import type { BaselineRepository, GithubAnswer, GithubParameters, GithubReader } from './github-reader.ts';
import { BASELINE_EVENTS, type WorkflowRun, whyForeign, whyNoBaseline, workflowRunSchema } from './workflow-run.ts';

/** Which runs are asked for: those of a workflow on the default branch, `runId` excepted. */
export interface RunQuery {
  readonly github: GithubReader;
  readonly repository: BaselineRepository;
  readonly defaultBranch: string;
  readonly workflowPath: string;
  readonly runId: number;
  readonly targetSha: string | null;
}

/** Runs that may make a baseline, newest first; `problem` is a sentence fit to be the reason for having no baseline. */
export type RunList =
  | { readonly runs: readonly WorkflowRun[]; readonly notes: readonly string[] }
  | { readonly problem: string };

/** Runs of the target commit itself, however old; empty without a target. */
export async function listRunsOfCommit(query: RunQuery): Promise<RunList> {
  if (query.targetSha === null) return { runs: [], notes: [] };
  const listed = await list(query, { head_sha: query.targetSha });
  if ('problem' in listed) return listed;
  const onTarget = listed.runs.filter((run) => run.head_sha === query.targetSha);
  const running = onTarget.filter((run) => run.status !== 'completed' && whyForeign(run, ruleOf(query)) === null);
  const notes = running.map(
    (run) => `${describeRun(run)} has not finished: run this job again later to compare with it.`,
  );
  return { runs: usable(onTarget, query), notes: [...notes, ...listed.notes] };
}

/** The last finished runs on the default branch; what one of the questions could not tell becomes a note. */
export async function listRecentRuns(query: RunQuery): Promise<RunList> {
  const lists = await Promise.all(BASELINE_EVENTS.map((event) => list(query, { event, status: 'completed' })));
  const problems = lists.flatMap((listed) => ('problem' in listed ? [listed.problem] : []));
  const [problem] = problems;
  if (problem !== undefined && problems.length === lists.length) return { problem };
  const runs = lists.flatMap((listed) => ('runs' in listed ? listed.runs : []));
  const notes = lists.flatMap((listed) => ('notes' in listed ? listed.notes : unknownRuns(listed.problem)));
  return { runs: usable(runs, query), notes: [...new Set(notes)] };
}

/** `Run 17 of abc1234`. */
export function describeRun(run: WorkflowRun): string {
  return `Run ${run.id} of ${run.head_sha.slice(0, 7)}`;
}

function usable(runs: readonly WorkflowRun[], query: RunQuery): readonly WorkflowRun[] {
  const rule = ruleOf(query);
  return runs.filter((run) => whyNoBaseline(run, rule) === null).sort((a, b) => b.id - a.id);
}

function ruleOf(query: RunQuery) {
  const { defaultBranch, workflowPath, runId } = query;
  return { repositoryId: query.repository.id, defaultBranch, workflowPath, runId };
}

/** Reads several pages: runs that make no baseline, of a tag for example, must not push the others out of sight. */
async function list(query: RunQuery, filter: GithubParameters): Promise<RunList> {
  const runs: WorkflowRun[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const read = await listPage(query, { ...filter, page });
    if ('problem' in read) return page === 1 ? read : { runs, notes: unknownRuns(read.problem) };
    runs.push(...read.items.flatMap(readRun));
    if (read.items.length < PAGE_SIZE) break;
  }
  return { runs, notes: [] };
}

async function listPage(
  query: RunQuery,
  filter: GithubParameters,
): Promise<{ readonly items: readonly unknown[] } | { readonly problem: string }> {
  const answer = await query.github.request('GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs', {
    owner: query.repository.owner,
    repo: query.repository.name,
    workflow_id: query.workflowPath.slice(query.workflowPath.lastIndexOf('/') + 1),
    branch: query.defaultBranch,
    exclude_pull_requests: true,
    per_page: PAGE_SIZE,
    ...filter,
  });
  if (!answer.ok) return { problem: listProblem(query, answer) };
  const body = bodySchema.safeParse(answer.data);
  if (!body.success)
    return { problem: 'GitHub answered the question for workflow runs with something else than a list of runs' };
  return { items: body.data.workflow_runs };
}

function unknownRuns(problem: string): readonly string[] {
  return [`Some runs are unknown: ${problem}.`];
}

function readRun(value: unknown): readonly WorkflowRun[] {
  const run = workflowRunSchema.safeParse(value);
  return run.success ? [run.data] : [];
}

function listProblem(query: RunQuery, answer: Extract<GithubAnswer, { ok: false }>): string {
  const { workflowPath, defaultBranch } = query;
  if (answer.status === 403) {
    return `the token may not read workflow runs (${answer.problem}); add "permissions: actions: read" to the job`;
  }
  if (answer.status === 404) {
    return `GitHub knows no runs of ${workflowPath}: the workflow is new and has not run on ${defaultBranch} yet, or the token lacks "permissions: actions: read"`;
  }
  return `workflow runs could not be listed: ${answer.problem}`;
}

const PAGE_SIZE = 100;
const MAX_PAGES = 3;

const bodySchema = z.object({ workflow_runs: z.array(z.unknown()).max(1000) });
