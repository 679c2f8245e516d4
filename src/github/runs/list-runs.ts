import { shortSha } from '#common/words.ts';
import type { ApiParameters } from '#github/api/api.ts';
import { type ListProblem, listWorkflowRuns, type WorkflowPlace } from './list-workflow-runs.ts';
import { BASELINE_EVENTS, type BaselineRunRule, type WorkflowRun, whyForeign, whyNoBaseline } from './workflow-run.ts';

/** Which runs to list: those of a workflow on the default branch, except `runId`. */
export interface RunQuery extends WorkflowPlace {
  readonly defaultBranch: string;
  readonly runId: number;
  readonly targetSha: string | null;
}

/** Runs that may be a baseline, newest first; `problem` is a sentence that can serve as the reason for having no baseline. */
export type RunList =
  | { readonly runs: readonly WorkflowRun[]; readonly notes: readonly string[] }
  | { readonly problem: string };

/** Runs of the target commit itself, of any age; empty without a target. */
export async function listRunsOfCommit(query: RunQuery): Promise<RunList> {
  if (query.targetSha === null) return { runs: [], notes: [] };
  const listed = await list(query, { head_sha: query.targetSha });
  if ('problem' in listed) return listed;
  const onTarget = listed.runs.filter((run) => run.head_sha === query.targetSha);
  const running = onTarget.filter((run) => run.status !== 'completed' && whyForeign(run, ruleOf(query)) === null);
  const notes = running.map((run) => `${describeRun(run)} has not finished, so its results are not read.`);
  return { runs: usable(onTarget, query), notes: [...notes, ...listed.notes] };
}

/** The latest finished runs on the default branch; a request that failed becomes a note. */
export async function listRecentRuns(query: RunQuery): Promise<RunList> {
  const lists = await Promise.all(BASELINE_EVENTS.map((event) => list(query, { event, status: 'completed' })));
  const problems = lists.flatMap((listed) => ('problem' in listed ? [listed.problem] : []));
  const [problem] = problems;
  if (problem !== undefined && problems.length === lists.length) return { problem };
  const runs = lists.flatMap((listed) => ('runs' in listed ? listed.runs : []));
  const notes = lists.flatMap((listed) => ('notes' in listed ? listed.notes : [unknownRuns(listed.problem)]));
  return { runs: usable(runs, query), notes: [...new Set(notes)] };
}

/** The note that there may be more runs than those listed. */
export function unknownRuns(problem: string): string {
  return `Some runs could not be looked up: ${problem}.`;
}

/** `Run 17 of abc1234`. */
export function describeRun(run: WorkflowRun): string {
  return `Run ${run.id} of ${shortSha(run.head_sha)}`;
}

function usable(runs: readonly WorkflowRun[], query: RunQuery): readonly WorkflowRun[] {
  const rule = ruleOf(query);
  // A run that begins between two pages moves others onto the next page; count none twice.
  const once = [...new Map(runs.map((run) => [run.id, run])).values()];
  return once.filter((run) => whyNoBaseline(run, rule) === null).sort((a, b) => b.id - a.id);
}

/** The conditions that the runs of a query must meet. */
export function ruleOf(query: Omit<RunQuery, 'targetSha'>): BaselineRunRule {
  const { defaultBranch, workflowPath, runId } = query;
  return { repositoryId: query.repository.id, defaultBranch, workflowPath, runId };
}

async function list(query: RunQuery, filter: ApiParameters): Promise<RunList> {
  const listed = await listWorkflowRuns(query, { branch: query.defaultBranch, ...filter });
  if ('problem' in listed) return { problem: listProblem(query, listed.problem) };
  return { runs: listed.runs, notes: listed.unread === null ? [] : [unknownRuns(listed.unread.words)] };
}

function listProblem({ workflowPath, defaultBranch }: RunQuery, { status, words }: ListProblem): string {
  if (status !== 404) return words;
  return `GitHub lists no runs of ${workflowPath}: the workflow is new and has not run on ${defaultBranch} yet, or the token lacks "permissions: actions: read"`;
}
