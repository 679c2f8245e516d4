import { describe, expect, test } from 'vitest';
import type { FakeEvent } from '#test/support/github/events.ts';
import { asObject } from '#test/support/github/json.ts';
import { loadContract } from '#test/support/github/openapi-contract.ts';
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
} from '#test/support/github/payloads.ts';
import { createState } from '#test/support/github/state.ts';
import { addComment, addCommit, addPullRequest, addRun, forkOf, sha } from '#test/support/github/state-builders.ts';

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

test.each([
  ['pull_request', pullRequestEvent(state, own), sha('merge'), 'refs/pull/1/merge', 'feature', 'main'],
  ['pull_request_target', pullRequestTargetEvent(state, fork), main.sha, 'refs/heads/main', 'main', 'main'],
  ['push', pushEvent(state, { after: main.sha }), main.sha, 'refs/heads/main', '', ''],
  ['schedule', scheduleEvent(state, main.sha), main.sha, 'refs/heads/main', '', ''],
  ['workflow_run', workflowRunEvent(state, run, main.sha), main.sha, 'refs/heads/main', '', ''],
] as const)('%s has its own sha and refs', (name, event, sha, ref, headRef, baseRef) => {
  expect(event).toMatchObject({ name, github: { sha, ref, headRef, baseRef } });
});

describe('pull requests of strangers', () => {
  test('a fork is told by the id of its repository', () => {
    const { payload, run: row } = pullRequestEvent(state, fork);
    expect(payload).toMatchObject({
      pull_request: { head: { label: 'stranger:main', repo: { fork: true } }, user: { login: 'stranger' } },
      repository: { fork: false },
    });
    expect(row.headRepository.id).not.toBe(state.repository.id);
  });

  test('Dependabot works in the repository itself', () => {
    const { payload, run: row } = pullRequestEvent(state, bump);
    expect(payload).toMatchObject({ sender: { login: 'dependabot[bot]', type: 'Bot' } });
    expect(row).toMatchObject({ headRepository: state.repository, actor: DEPENDABOT });
  });

  test('a run of a fork names no pull request', () => {
    expect(workflowRunEvent(state, run, main.sha).payload).toMatchObject({ workflow_run: { pull_requests: [] } });
  });
});

test('a merge group has no pull request and an empty base ref', () => {
  const event = mergeGroupEvent(state, { headSha: sha('group'), baseSha: main.sha, number: 7 });
  expect(event.github).toEqual({
    sha: sha('group'),
    ref: `refs/heads/gh-readonly-queue/main/pr-7-${main.sha}`,
    headRef: '',
    baseRef: '',
  });
  expect(event.payload).not.toHaveProperty('pull_request');
  expect(asObject(event.payload['merge_group'])).toMatchObject({ base_sha: main.sha, base_ref: 'refs/heads/main' });
});

test('a push to a branch names what was there before', () => {
  expect(pushEvent(state, { after: main.sha }).payload).toMatchObject({ before: sha('root'), after: main.sha });
});
