import { type Answer, notFound, ok, type RouteRequest } from '../http.ts';
import { paginate } from '../pagination.ts';
import { ownerOf, pullRequestShape, simplePullRequestShape } from '../shapes/repository.ts';
import type { FakePullRequest, FakeState } from '../state.ts';
import { type Routes, refuseQuery } from './route.ts';

const READ = { level: 'read', scopes: ['pull_requests'] } as const;

/** Pull requests. */
export const pullRequestRoutes: Routes = {
  'pulls/get': { needs: READ, answer: getPullRequest },
  'pulls/list': { needs: READ, answer: listPullRequests },
};

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
