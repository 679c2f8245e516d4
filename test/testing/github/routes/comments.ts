import { type Answer, notFound, ok, problem, type RouteRequest } from '../http.ts';
import { asString } from '../json.ts';
import { paginate } from '../pagination.ts';
import { commentShape } from '../shapes/repository.ts';
import type { FakeComment, FakeState } from '../state.ts';
import { addComment } from '../state-builders.ts';
import { type Routes, refuseQuery } from './route.ts';

/** Longest body of a comment, in characters. Not in the OpenAPI description. */
const BODY_LIMIT = 65_536;

/** Comments of a pull request are reachable with either permission. */
const SCOPES = ['pull_requests', 'issues'] as const;

/** Comments on pull requests. */
export const commentRoutes: Routes = {
  'issues/list-comments': { needs: { level: 'read', scopes: SCOPES }, answer: listComments },
  'issues/create-comment': { needs: { level: 'write', scopes: SCOPES }, answer: createComment },
  'issues/update-comment': { needs: { level: 'write', scopes: SCOPES }, answer: updateComment },
  'issues/delete-comment': { needs: { level: 'write', scopes: SCOPES }, answer: deleteComment },
};

/** Oldest first. */
function listComments(request: RouteRequest): Answer {
  refuseQuery(request, ['since']);
  const { state, api, params } = request;
  if (!hasIssue(state, params)) return notFound();
  const own = state.comments.filter((comment) => String(comment.issueNumber) === params['issue_number']);
  const page = paginate(
    request,
    own.sort((a, b) => a.id - b.id),
  );
  return ok(
    page.items.map((comment) => commentShape(comment, state.repository, api)),
    page.headers,
  );
}

function createComment({ state, api, params, body }: RouteRequest): Answer {
  if (!hasIssue(state, params)) return notFound();
  const text = asString(body?.['body']);
  const refused = refuseBody(text);
  if (refused !== null) return refused;
  const comment = addComment(state, {
    issueNumber: Number(params['issue_number']),
    body: text,
    user: state.token.user,
  });
  return { status: 201, body: commentShape(comment, state.repository, api) };
}

function updateComment({ state, api, params, body }: RouteRequest): Answer {
  const comment = find(state, params);
  if (comment === null) return notFound();
  const text = asString(body?.['body']);
  const refused = refuseBody(text);
  if (refused !== null) return refused;
  comment.body = text;
  comment.updatedAt = state.now();
  return ok(commentShape(comment, state.repository, api));
}

function deleteComment({ state, params }: RouteRequest): Answer {
  const comment = find(state, params);
  if (comment === null) return notFound();
  state.comments.splice(state.comments.indexOf(comment), 1);
  return { status: 204 };
}

function refuseBody(text: string): Answer | null {
  if (text.trim() === '') return unprocessable('Body cannot be blank');
  if (text.length > BODY_LIMIT) return unprocessable(`Body is too long (maximum is ${BODY_LIMIT} characters)`);
  return null;
}

function unprocessable(message: string): Answer {
  const error = { resource: 'IssueComment', code: 'unprocessable', field: 'data', message };
  return problem(422, 'Validation Failed', [error]);
}

function hasIssue(state: FakeState, params: RouteRequest['params']): boolean {
  return state.pullRequests.some((pull) => String(pull.number) === params['issue_number']);
}

function find(state: FakeState, params: RouteRequest['params']): FakeComment | null {
  return state.comments.find((comment) => String(comment.id) === params['comment_id']) ?? null;
}
