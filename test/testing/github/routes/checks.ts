import { type Answer, notFound, ok, type RouteRequest } from '../http.ts';
import { asObject, asString, isJsonObject, type JsonObject } from '../json.ts';
import { paginate } from '../pagination.ts';
import { checkRunShape } from '../shapes/run.ts';
import type { FakeCheckRun, FakeState } from '../state.ts';
import { NotPlayed, type Routes, refuseQuery } from './route.ts';

const WRITE = { level: 'write', scopes: ['checks'] } as const;

/** Check runs. The limit of 50 annotations a request is the OpenAPI description's, so the contract enforces it. */
export const checkRoutes: Routes = {
  'checks/list-for-ref': { needs: { level: 'read', scopes: ['checks'] }, answer: listChecks },
  'checks/create': { needs: WRITE, answer: createCheck },
  'checks/update': { needs: WRITE, answer: updateCheck },
};

/** Newest first, all of a commit (`filter=all`). */
function listChecks(request: RouteRequest): Answer {
  const { state, params, query, api } = request;
  refuseQuery(request, ['status', 'app_id']);
  if (query.get('filter') !== 'all') throw new NotPlayed('only filter=all is played');
  const name = query.get('check_name');
  const isAsked = (check: FakeCheckRun) => check.headSha === params['ref'] && (name === null || check.name === name);
  const found = state.checkRuns.filter(isAsked).toReversed();
  const page = paginate(request, found);
  const check_runs = page.items.map((check) => checkRunShape(check, state.repository, api));
  return ok({ total_count: found.length, check_runs }, page.headers);
}

function createCheck({ state, api, body }: RouteRequest): Answer {
  const fields = body ?? {};
  const check: FakeCheckRun = {
    id: state.nextId(),
    name: asString(fields['name']),
    headSha: asString(fields['head_sha']),
    externalId: asString(fields['external_id']) || null,
    status: 'queued',
    conclusion: null,
    detailsUrl: null,
    startedAt: asString(fields['started_at']) || state.now(),
    completedAt: null,
    output: { title: null, summary: null, text: null },
    annotations: [],
  };
  apply(check, fields, state);
  state.checkRuns.push(check);
  return { status: 201, body: checkRunShape(check, state.repository, api) };
}

function updateCheck({ state, api, params, body }: RouteRequest): Answer {
  const check = find(state, params);
  if (check === null) return notFound();
  apply(check, body ?? {}, state);
  return ok(checkRunShape(check, state.repository, api));
}

/** A conclusion completes a check; annotations of each request are added to those before. */
function apply(check: FakeCheckRun, fields: JsonObject, state: FakeState): void {
  const status = fields['status'];
  if (status === 'queued' || status === 'in_progress' || status === 'completed') check.status = status;
  if (typeof fields['details_url'] === 'string') check.detailsUrl = fields['details_url'];
  if (typeof fields['conclusion'] === 'string') {
    check.status = 'completed';
    check.conclusion = fields['conclusion'];
    check.completedAt = asString(fields['completed_at']) || state.now();
  }
  const output = asObject(fields['output']);
  if (output === null) return;
  check.output = {
    title: asString(output['title']) || check.output.title,
    summary: asString(output['summary']) || check.output.summary,
    text: asString(output['text']) || check.output.text,
  };
  const annotations = Array.isArray(output['annotations']) ? output['annotations'] : [];
  check.annotations.push(...annotations.filter(isJsonObject));
}

function find(state: FakeState, params: RouteRequest['params']): FakeCheckRun | null {
  return state.checkRuns.find((check) => String(check.id) === params['check_run_id']) ?? null;
}
