import { systemClock } from '#commands/terminal/clock.ts';
import type { postComment } from '#github/comment/comment.ts';
import { commentId, workflowId } from '#github/comment/comment-marker.ts';
import type { PullRequestEvent } from '#github/event/event.ts';
import type { GithubRun } from '../session/github-run.ts';

/** What every comment of a run has in common: where it stands, what tells that it is ours, and how it waits for others. */
export function ownComment(
  { inputs, context }: GithubRun,
  event: PullRequestEvent,
  signal: AbortSignal,
): Pick<Parameters<typeof postComment>[1], 'place' | 'marker' | 'suiteId' | 'readOnlyToken' | 'sameRun' | 'pause'> {
  const { repository, workflowPath, job, runId, runAttempt } = context;
  return {
    place: { owner: repository.owner, repo: repository.name, number: event.number },
    marker: { id: workflowId(workflowPath), runId, runAttempt, headSha: event.headSha },
    suiteId: commentId(workflowPath, job, inputs.key),
    readOnlyToken: event.fork || event.dependabot,
    sameRun: 'others',
    pause: (ms) => systemClock.sleep(ms, signal),
  };
}
