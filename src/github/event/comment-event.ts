import * as z from 'zod';
import type { GithubReader } from '#github/api/api.ts';
import type { RunnerContext } from './run-context.ts';

/** A comment that was just written on a pull request. */
export interface CommentEvent {
  readonly number: number;
  readonly body: string;
  readonly author: string;
}

/** The comment of the event `issue_comment`; `null`: it was changed, or is on an issue. */
export function readCommentEvent(payload: unknown): CommentEvent | null {
  const read = commentSchema.safeParse(payload);
  if (!read.success || read.data.action !== 'created' || read.data.issue.pull_request == null) return null;
  const { issue, comment } = read.data;
  return { number: issue.number, body: comment.body, author: comment.user.login };
}

/**
 * Whether a person may push to the repository, as GitHub knows it now. What the event says besides the name does not count: a
 * member of the organization may have no right here.
 */
export async function mayPush(
  github: GithubReader,
  { repository }: Pick<RunnerContext, 'repository'>,
  username: string,
): Promise<boolean> {
  const { owner, name: repo } = repository;
  const route = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission';
  const answer = await github.request(route, { owner, repo, username });
  return permissionSchema.safeParse(answer.ok ? answer.data : null).success;
}

/** GitHub says `write` for the role maintain too. */
const permissionSchema = z.object({ permission: z.enum(['write', 'admin']) });
const commentSchema = z.object({
  action: z.string().max(100),
  issue: z.object({ number: z.number().int().positive(), pull_request: z.object({}).nullish() }),
  comment: z.object({ body: z.string().max(70_000), user: z.object({ login: z.string().min(1).max(100) }) }),
});
