import { type Answer, notFound, ok, type RouteRequest } from '../http.ts';
import { asObject, asString, isJsonObject, type JsonObject } from '../json.ts';
import { checkRunShape } from '../shapes/run.ts';
import type { FakeCheckRun, FakeState } from '../state.ts';
import type { Routes } from './route.ts';

const WRITE = { level: 'write', scopes: ['checks'] } as const;

/** Check runs. The limit of 50 annotations a request is the OpenAPI description's, so the contract enforces it. */
export const checkRoutes: Routes = {
  'checks/create': { needs: WRITE, answer: createCheck },
  'checks/update': { needs: WRITE, answer: updateCheck },
};

function createCheck({ state, api, body }: RouteRequest): Answer {
  const given = body ?? {};
  const check: FakeCheckRun = {
    id: state.nextId(),
    name: asString(given['name']),
    headSha: asString(given['head_sha']),
    externalId: asString(given['external_id']) || null,
    status: 'queued',
    conclusion: null,
    detailsUrl: null,
    startedAt: asString(given['started_at']) || state.now(),
    completedAt: null,
    output: { title: null, summary: null, text: null },
    annotations: [],
  };
  apply(check, given, state);
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
function apply(check: FakeCheckRun, given: JsonObject, state: FakeState): void {
  const status = given['status'];
  if (status === 'queued' || status === 'in_progress' || status === 'completed') check.status = status;
  if (typeof given['details_url'] === 'string') check.detailsUrl = given['details_url'];
  if (typeof given['conclusion'] === 'string') {
    check.status = 'completed';
    check.conclusion = given['conclusion'];
    check.completedAt = asString(given['completed_at']) || state.now();
  }
  const output = asObject(given['output']);
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
