import type { JsonObject } from '../json.ts';
import type { FakeIssue, FakeRepository } from '../state.ts';
import { nodeId, userShape } from './user.ts';

/** The REST shape `issue`. */
export function issueShape(issue: FakeIssue, repository: FakeRepository, api: string): JsonObject {
  const root = `${api}/repos/${repository.fullName}`;
  const url = `${root}/issues/${issue.number}`;
  return {
    id: issue.id,
    node_id: nodeId('I', issue.id),
    url,
    repository_url: root,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `https://github.com/${repository.fullName}/issues/${issue.number}`,
    number: issue.number,
    state: issue.state,
    state_reason: issue.state === 'closed' ? 'not_planned' : null,
    title: issue.title,
    body: issue.body,
    user: userShape(issue.user, api),
    labels: [],
    assignee: null,
    assignees: [],
    milestone: null,
    locked: false,
    comments: 0,
    closed_at: issue.state === 'closed' ? issue.updatedAt : null,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    author_association: 'NONE',
  };
}
