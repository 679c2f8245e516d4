import { type Answer, notFound, ok, problem, type RouteRequest } from '../http.ts';
import { asString } from '../json.ts';
import { paginate } from '../pagination.ts';
import { issueShape } from '../shapes/repository.ts';
import type { FakeIssue } from '../state.ts';
import { addIssue } from '../state-builders.ts';
import { type Routes, refuseQuery } from './route.ts';

/** Issues of the repository. Pull requests, which GitHub lists among them, are not played as issues. */
export const issueRoutes: Routes = {
  'issues/list-for-repo': { needs: { level: 'read', scopes: ['issues'] }, answer: listIssues },
  'issues/create': { needs: { level: 'write', scopes: ['issues'] }, answer: createIssue },
  'issues/update': { needs: { level: 'write', scopes: ['issues'] }, answer: updateIssue },
};

/** Newest first, as GitHub sorts by default. */
function listIssues(request: RouteRequest): Answer {
  refuseQuery(request, ['since', 'labels', 'assignee', 'mentioned', 'milestone', 'type', 'sort', 'direction']);
  const { state, api, query } = request;
  const [wanted, creator] = [query.get('state') ?? 'open', query.get('creator')];
  const matching = state.issues.filter(
    (issue) => (wanted === 'all' || issue.state === wanted) && (creator === null || issue.user.login === creator),
  );
  const page = paginate(
    request,
    matching.toSorted((left, right) => right.number - left.number),
  );
  return ok(
    page.items.map((issue) => issueShape(issue, state.repository, api)),
    page.headers,
  );
}

function createIssue({ state, api, body }: RouteRequest): Answer {
  const title = asString(body?.['title']);
  if (title.trim() === '') return problem(422, 'Validation Failed');
  const issue = addIssue(state, { title, body: asString(body?.['body']), user: state.token.user });
  return { status: 201, body: issueShape(issue, state.repository, api) };
}

function updateIssue({ state, api, params, body }: RouteRequest): Answer {
  const issue = state.issues.find(({ number }) => String(number) === params['issue_number']);
  if (issue === undefined) return notFound();
  const changes = body ?? {};
  if ('title' in changes) issue.title = asString(changes['title']);
  if ('body' in changes) issue.body = asString(changes['body']);
  if ('state' in changes)
    issue.state = asString(changes['state']) === 'closed' ? 'closed' : ('open' satisfies FakeIssue['state']);
  issue.updatedAt = state.now();
  return ok(issueShape(issue, state.repository, api));
}
