import { type Answer, notFound, ok, problem, type RouteRequest } from '../http.ts';
import { asString } from '../json.ts';
import { paginate } from '../pagination.ts';
import { ownerOf, pullRequestShape, simplePullRequestShape } from '../shapes/repository.ts';
import type { FakePullRequest, FakeState } from '../state.ts';
import { addPullRequest } from '../state-builders.ts';
import { type Routes, refuseQuery } from './route.ts';

const READ = { level: 'read', scopes: ['pull_requests'] } as const;
const WRITE = { ...READ, level: 'write' } as const;

/** Pull requests. */
export const pullRequestRoutes: Routes = {
  'pulls/get': { needs: READ, answer: getPullRequest },
  'pulls/list': { needs: READ, answer: listPullRequests },
  'pulls/create': { needs: WRITE, answer: createPullRequest },
  'pulls/update': { needs: WRITE, answer: updatePullRequest },
};

/** From a branch of the repository; a workflow may only where the repository's setting allows it. */
function createPullRequest({ state, api, body }: RouteRequest): Answer {
  const [ref, onto] = [asString(body?.['head']), asString(body?.['base'])];
  const [head, base] = [state.refs.get(`refs/heads/${ref}`), state.refs.get(`refs/heads/${onto}`)];
  if (head === undefined || base === undefined || head === base) return problem(422, 'Validation Failed');
  if (state.pullRequests.some((pull) => pull.state === 'open' && pull.head.ref === ref))
    return problem(422, `A pull request already exists for ${ref}.`);
  if (!state.workflowsMayOpenPulls)
    return problem(403, 'GitHub Actions is not permitted to create or approve pull requests.');
  const facts = { title: asString(body?.['title']), body: asString(body?.['body']), user: state.token.user };
  const pull = addPullRequest(state, { head: { ref, sha: head }, base: { ref: onto, sha: base }, ...facts });
  return { status: 201, body: pullRequestShape(pull, state.repository, api) };
}

function updatePullRequest({ state, api, params, body }: RouteRequest): Answer {
  const pull = find(state, params);
  if (pull === null) return notFound();
  const changes = body ?? {};
  if ('title' in changes) pull.title = asString(changes['title']);
  if ('body' in changes) pull.body = asString(changes['body']);
  if ('state' in changes) pull.state = asString(changes['state']) === 'closed' ? 'closed' : 'open';
  pull.updatedAt = state.now();
  return ok(pullRequestShape(pull, state.repository, api));
}

function getPullRequest({ state, api, params }: RouteRequest): Answer {
  const pull = find(state, params);
  return pull === null ? notFound() : ok(pullRequestShape(pull, state.repository, api));
}

function listPullRequests(request: RouteRequest): Answer {
  refuseQuery(request, ['sort', 'direction']);
  const { state, query, api } = request;
  const found = state.pullRequests.filter((pull) => matches(pull, query)).toReversed();
  const page = paginate(request, found);
  return ok(
    page.items.map((pull) => simplePullRequestShape(pull, state.repository, api)),
    page.headers,
  );
}

function matches(pull: FakePullRequest, query: URLSearchParams): boolean {
  const state = query.get('state') ?? 'open';
  const head = query.get('head');
  const base = query.get('base');
  return (
    (state === 'all' || state === pull.state) &&
    (head === null || head === `${ownerOf(pull.head.repository).login}:${pull.head.ref}`) &&
    (base === null || base === pull.base.ref)
  );
}

function find(state: FakeState, params: RouteRequest['params']): FakePullRequest | null {
  return state.pullRequests.find((pull) => String(pull.number) === params['pull_number']) ?? null;
}
