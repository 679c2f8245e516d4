import type { JsonObject } from '../json.ts';
import { type FakeComment, type FakeRepository, GITHUB_ACTIONS_BOT } from '../state.ts';
import { actionsAppShape } from './app.ts';
import { nodeId, userShape } from './user.ts';

/** The REST shape `issue-comment`. */
export function commentShape(comment: FakeComment, repository: FakeRepository, api: string): JsonObject {
  const root = `${api}/repos/${repository.fullName}/issues`;
  const byActions = comment.user.login === GITHUB_ACTIONS_BOT.login;
  return {
    id: comment.id,
    node_id: nodeId('IC', comment.id),
    url: `${root}/comments/${comment.id}`,
    html_url: `https://github.com/${repository.fullName}/pull/${comment.issueNumber}#issuecomment-${comment.id}`,
    issue_url: `${root}/${comment.issueNumber}`,
    user: userShape(comment.user, api),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body,
    author_association: byActions ? 'CONTRIBUTOR' : 'NONE',
    performed_via_github_app: byActions ? actionsAppShape(api) : null,
  };
}
