import { expect, test } from 'vitest';
import type { FakeEvent } from '#test/testing/github/events.ts';
import { loadContract } from '#test/testing/github/openapi-contract.ts';
import {
  DEPENDABOT,
  issueCommentEvent,
  mergeGroupEvent,
  pullRequestEvent,
  pullRequestTargetEvent,
  pushEvent,
  scheduleEvent,
  workflowDispatchEvent,
  workflowRunEvent,
} from '#test/testing/github/payloads.ts';
import { createState } from '#test/testing/github/state.ts';
import { addComment, addCommit, addPullRequest, addRun, forkOf, sha } from '#test/testing/github/state-builders.ts';

const state = createState();
const main = addCommit(state, { sha: sha('main'), parents: [sha('root')], refs: ['refs/heads/main'] });
const own = addPullRequest(state, {
  head: { ref: 'feature', sha: sha('head') },
  base: { sha: main.sha },
  mergeCommitSha: sha('merge'),
});
const fork = addPullRequest(state, {
  head: { ref: 'main', sha: sha('fork'), repository: forkOf(state.repository) },
  base: { sha: main.sha },
  user: { login: 'stranger', id: 4242, type: 'User' },
});
const bump = addPullRequest(state, {
  head: { ref: 'dependabot/npm/zod', sha: sha('bump') },
  base: { sha: main.sha },
  user: DEPENDABOT,
});
const run = addRun(state, { headSha: sha('fork'), event: 'pull_request', headRepository: forkOf(state.repository) });
const comment = addComment(state, { issueNumber: own.number, body: '/eval' });

const EVENTS: readonly FakeEvent[] = [
  pullRequestEvent(state, own),
  pullRequestEvent(state, fork, 'opened'),
  pullRequestEvent(state, bump),
  pullRequestTargetEvent(state, fork),
  pushEvent(state, { after: main.sha }),
  scheduleEvent(state, main.sha),
  workflowDispatchEvent(state, main.sha, { trials: '3' }),
  mergeGroupEvent(state, { headSha: sha('group'), baseSha: main.sha, number: own.number }),
  issueCommentEvent(state, own, comment),
  workflowRunEvent(state, run, main.sha),
];

test.each(EVENTS)('the repository, pull request and run in $name have the shapes of the API', async ({ payload }) => {
  const contract = await loadContract();
  const problems = (operation: string, body: unknown) => contract.answerProblems(operation, { status: 200, body });
  expect(problems('repos/get', payload['repository'])).toEqual([]);
  if ('pull_request' in payload) expect(problems('pulls/get', payload['pull_request'])).toEqual([]);
  if ('comment' in payload) expect(problems('issues/get-comment', payload['comment'])).toEqual([]);
  if ('workflow_run' in payload) expect(problems('actions/get-workflow-run', payload['workflow_run'])).toEqual([]);
});
