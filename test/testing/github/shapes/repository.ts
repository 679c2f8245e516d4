import type { JsonObject } from '../json.ts';
import {
  type FakeComment,
  type FakeIssue,
  type FakePullRequest,
  type FakeRepository,
  type FakeUser,
  GITHUB_ACTIONS_BOT,
} from '../state.ts';
import { filled } from './filled.ts';

/** The REST shape `simple-user`. */
export function userShape({ login, id, type }: FakeUser): JsonObject {
  return filled('simple-user', { login, id, type });
}

/** The REST shape `integration` of the App behind `GITHUB_TOKEN`. */
export function actionsAppShape(): JsonObject {
  return filled('nullable-integration', { id: 15368, slug: 'github-actions', name: 'GitHub Actions' });
}

/** The organisation or person a repository belongs to; the id follows from the repository's. */
export function ownerOf(repository: FakeRepository): FakeUser {
  const login = repository.fullName.split('/')[0] ?? repository.fullName;
  return { login, id: repository.id + 1, type: repository.fork ? 'User' : 'Organization' };
}

/** The REST shapes `full-repository` and `repository`: one object serves both. */
export function repositoryShape(repository: FakeRepository, api: string): JsonObject {
  return filled('repository', filled('full-repository', repositoryFacts(repository, api)));
}

/** The REST shape `minimal-repository`. */
export function minimalRepositoryShape(repository: FakeRepository, api: string): JsonObject {
  return filled('minimal-repository', repositoryFacts(repository, api));
}

function repositoryFacts(repository: FakeRepository, api: string): JsonObject {
  const { id, fullName, fork, defaultBranch } = repository;
  return {
    id,
    name: fullName.slice(fullName.indexOf('/') + 1),
    full_name: fullName,
    private: repository.private,
    fork,
    default_branch: defaultBranch,
    visibility: repository.private ? 'private' : 'public',
    owner: userShape(ownerOf(repository)),
    url: `${api}/repos/${fullName}`,
    html_url: `https://github.com/${fullName}`,
  };
}

/** The REST shape `pull-request`, which is also the `pull_request` of event payloads. */
export function pullRequestShape(request: FakePullRequest, repository: FakeRepository, api: string): JsonObject {
  return filled('pull-request', {
    ...simplePullRequestShape(request, repository, api),
    merged: request.merged,
    mergeable: request.merged ? null : true,
  });
}

/** The REST shape `pull-request-simple` of lists. */
export function simplePullRequestShape(request: FakePullRequest, repository: FakeRepository, api: string): JsonObject {
  const { id, number, state, draft, labels = [], title, body, user, head, base } = request;
  const root = `${api}/repos/${repository.fullName}`;
  return filled('pull-request-simple', {
    id,
    number,
    state,
    draft,
    title,
    body,
    user: userShape(user),
    labels: labels.map((name) => ({ ...LABEL, name })),
    url: `${root}/pulls/${number}`,
    html_url: `https://github.com/${repository.fullName}/pull/${number}`,
    comments_url: `${root}/issues/${number}/comments`,
    merge_commit_sha: request.mergeCommitSha,
    created_at: request.createdAt,
    updated_at: request.updatedAt,
    closed_at: state === 'closed' ? request.updatedAt : null,
    merged_at: request.merged ? request.updatedAt : null,
    head: side(head.ref, head.sha, head.repository, api),
    base: side(base.ref, base.sha, repository, api),
    author_association: head.repository.fork ? 'FIRST_TIME_CONTRIBUTOR' : 'MEMBER',
  });
}

const LABEL = {
  id: 1,
  node_id: 'x',
  url: 'https://api.github.com/labels/1',
  description: null,
  color: 'ededed',
  default: false,
};

function side(ref: string, sha: string, repository: FakeRepository, api: string): JsonObject {
  const owner = ownerOf(repository);
  return { label: `${owner.login}:${ref}`, ref, sha, user: userShape(owner), repo: repositoryShape(repository, api) };
}

/** The REST shape `issue`. */
export function issueShape(issue: FakeIssue, repository: FakeRepository, api: string): JsonObject {
  const { id, number, state, title, body, user } = issue;
  return filled('issue', {
    id,
    number,
    state,
    title,
    body,
    user: userShape(user),
    url: `${api}/repos/${repository.fullName}/issues/${number}`,
    html_url: `https://github.com/${repository.fullName}/issues/${number}`,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: state === 'closed' ? issue.updatedAt : null,
  });
}

/** The REST shape `issue-comment`. */
export function commentShape(comment: FakeComment, repository: FakeRepository, api: string): JsonObject {
  const { id, issueNumber, user, body } = comment;
  return filled('issue-comment', {
    id,
    body,
    user: userShape(user),
    url: `${api}/repos/${repository.fullName}/issues/comments/${id}`,
    html_url: `https://github.com/${repository.fullName}/pull/${issueNumber}#issuecomment-${id}`,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: 'NONE',
    performed_via_github_app: user.login === GITHUB_ACTIONS_BOT.login ? actionsAppShape() : null,
  });
}
