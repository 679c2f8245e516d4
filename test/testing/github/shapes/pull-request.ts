import type { JsonObject } from '../json.ts';
import type { FakePullRequest, FakeRepository } from '../state.ts';
import { ownerOf, repositoryShape } from './repository.ts';
import { nodeId, userShape } from './user.ts';

/** The REST shape `pull-request`, which is also the `pull_request` of event payloads. */
export function pullRequestShape(request: FakePullRequest, repository: FakeRepository, api: string): JsonObject {
  return {
    ...simplePullRequestShape(request, repository, api),
    merged: request.merged,
    mergeable: request.merged ? null : true,
    mergeable_state: request.merged ? 'unknown' : 'clean',
    rebaseable: null,
    merged_by: null,
    comments: 0,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: 1,
    additions: 3,
    deletions: 1,
    changed_files: 1,
  };
}

/** The REST shape `pull-request-simple` of lists. */
export function simplePullRequestShape(request: FakePullRequest, repository: FakeRepository, api: string): JsonObject {
  const root = `${api}/repos/${repository.fullName}`;
  const web = `https://github.com/${repository.fullName}/pull/${request.number}`;
  const links = linksOf(request, root);
  return {
    url: links.self,
    id: request.id,
    node_id: nodeId('PR', request.id),
    html_url: web,
    diff_url: `${web}.diff`,
    patch_url: `${web}.patch`,
    issue_url: links.issue,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    comments_url: links.comments,
    statuses_url: links.statuses,
    number: request.number,
    state: request.state,
    locked: false,
    draft: request.draft,
    title: request.title,
    body: request.body,
    user: userShape(request.user, api),
    labels: [],
    milestone: null,
    created_at: request.createdAt,
    updated_at: request.updatedAt,
    closed_at: request.state === 'closed' ? request.updatedAt : null,
    merged_at: request.merged ? request.updatedAt : null,
    merge_commit_sha: request.mergeCommitSha,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    head: side(request.head.ref, request.head.sha, request.head.repository, api),
    base: side(request.base.ref, request.base.sha, repository, api),
    _links: Object.fromEntries(Object.entries({ html: web, ...links }).map(([key, href]) => [key, { href }])),
    author_association: request.head.repository.fork ? 'FIRST_TIME_CONTRIBUTOR' : 'MEMBER',
    auto_merge: null,
    active_lock_reason: null,
  };
}

function linksOf(request: FakePullRequest, root: string) {
  const self = `${root}/pulls/${request.number}`;
  const issue = `${root}/issues/${request.number}`;
  return {
    self,
    issue,
    comments: `${issue}/comments`,
    commits: `${self}/commits`,
    review_comments: `${self}/comments`,
    review_comment: `${root}/pulls/comments{/number}`,
    statuses: `${root}/statuses/${request.head.sha}`,
  };
}

function side(ref: string, sha: string, repository: FakeRepository, api: string): JsonObject {
  const owner = ownerOf(repository);
  return {
    label: `${owner.login}:${ref}`,
    ref,
    sha,
    user: userShape(owner, api),
    repo: repositoryShape(repository, api),
  };
}
