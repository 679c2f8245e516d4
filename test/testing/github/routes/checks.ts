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
