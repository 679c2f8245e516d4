import { type Answer, notFound, ok, problem, type RouteRequest } from '../http.ts';
import { asObject } from '../json.ts';
import { paginate } from '../pagination.ts';
import { workflowRunShape } from '../shapes/run.ts';
import type { FakeRun, FakeState, FakeWorkflow } from '../state.ts';
import { treeOf, workflowOf } from '../state-builders.ts';
import { type Routes, refuseQuery } from './route.ts';

/** A filtered search of runs never reaches further than this many. */
const SEARCH_LIMIT = 1000;

const READ = { level: 'read', scopes: ['actions'] } as const;

/** Workflows and their runs. */
export const workflowRunRoutes: Routes = {
  'actions/list-workflow-runs': { needs: READ, answer: listRunsOfWorkflow },
  'actions/list-workflow-runs-for-repo': { needs: READ, answer: (request) => listRuns(request, request.state.runs) },
  'actions/get-workflow-run': { needs: READ, answer: getRun },
  'actions/create-workflow-dispatch': { needs: { level: 'write', scopes: ['actions'] }, answer: dispatch },
};

function dispatch({ state, params, body }: RouteRequest): Answer {
  const workflow = findWorkflow(state, params['workflow_id'] ?? '');
  if (workflow === null) return notFound();
  const { ref, inputs } = body ?? {};
  if (!state.refs.has(`refs/heads/${ref}`)) return problem(422, `No ref found for: ${ref}`);
  state.dispatches.push({ path: workflow.path, ref: String(ref), inputs: asObject(inputs) ?? {} });
  return { status: 204 };
}

function listRunsOfWorkflow(request: RouteRequest): Answer {
  const workflow = findWorkflow(request.state, request.params['workflow_id'] ?? '');
  if (workflow === null) return notFound();
  const runs = request.state.runs.filter((run) => workflowOf(request.state, run.path).id === workflow.id);
  return listRuns(request, runs);
}

function getRun({ state, api, params, query }: RouteRequest): Answer {
  const run = state.runs.find((candidate) => String(candidate.id) === params['run_id']);
  return run === undefined ? notFound() : ok(runShape(run, state, query, api));
}

function listRuns(request: RouteRequest, runs: readonly FakeRun[]): Answer {
  refuseQuery(request, ['created', 'check_suite_id']);
  const { state, query, api } = request;
  const found = runs.filter((run) => matches(run, query)).sort(newestFirst);
  const page = paginate(request, found.slice(0, SEARCH_LIMIT));
  const workflowRuns = page.items.map((run) => runShape(run, state, query, api));
  return ok({ total_count: found.length, workflow_runs: workflowRuns }, page.headers);
}

function matches(run: FakeRun, query: URLSearchParams): boolean {
  const status = query.get('status');
  const wanted = (name: string, value: string | null) => !query.has(name) || query.get(name) === value;
  return (
    wanted('branch', run.headBranch) &&
    wanted('event', run.event) &&
    wanted('head_sha', run.headSha) &&
    wanted('actor', run.actor.login) &&
    (status === null || status === run.status || status === run.conclusion)
  );
}

function newestFirst(a: FakeRun, b: FakeRun): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return b.id - a.id;
}

function runShape(run: FakeRun, state: FakeState, query: URLSearchParams, api: string) {
  const own = run.headRepository.id === run.repository.id;
  const isListed = own && query.get('exclude_pull_requests') !== 'true';
  const pulls = isListed ? state.pullRequests.filter((pull) => run.pullRequests.includes(pull.number)) : [];
  return workflowRunShape(run, workflowOf(state, run.path), pulls, api, treeOf(state, run.headSha));
}

/** A workflow is named by its id or its file's name. */
function findWorkflow(state: FakeState, name: string): FakeWorkflow | null {
  return state.workflows.find((workflow) => String(workflow.id) === name || workflow.path.endsWith(`/${name}`)) ?? null;
}
