/** `mode: command`: a comment starts the workflow that evaluates, and no code of the pull request. */
import { describe, expect } from 'vitest';
import { readable } from '#test/support/markdown.ts';
import { it, type Scene } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { issueCommentEvent } from '#test/testing/github/payloads.ts';
import { type FakeSeed, OCTOCAT } from '#test/testing/github/state.ts';
import { addComment, forkOf } from '#test/testing/github/state-builders.ts';

const SEED: FakeSeed = { permissions: { actions: 'write', pull_requests: 'write' } };
const PATH = '.github/workflows/agent-eval.yml';

async function say(scene: Scene, body: string, { isForked = false } = {}) {
  const { state } = scene.fake;
  const { pull } = await scene.openPull({ 'README.md': body });
  if (isForked) Object.assign(pull, { head: { ...pull.head, repository: forkOf(state.repository) } });
  const comment = addComment(state, { issueNumber: pull.number, body, user: OCTOCAT });
  const result = await scene.run(issueCommentEvent(state, pull, comment), { inputs: { mode: 'command' } });
  const answers = state.comments.filter(({ user }) => user !== OCTOCAT).map((comment) => readable(comment.body));
  return { result, answers, pull };
}

describe('a comment on a pull request', () => {
  it('of who may push starts the workflow on the branch, with the words as inputs', async (openScene) => {
    const scene = await openScene(scriptedSuite({ one: {} }), SEED);
    scene.fake.state.collaborators.set(OCTOCAT.login, 'write');
    const { result, answers, pull } = await say(scene, '/eval cases=refund-* trials=10 agents=small,large run-all');
    expect(result).toExit(0);
    expect(scene.fake.state.dispatches).toEqual([
      {
        path: PATH,
        ref: pull.head.ref,
        inputs: {
          'pull-request': String(pull.number),
          cases: 'refund-*',
          trials: '10',
          agents: 'small,large',
          'run-all': 'true',
        },
      },
    ]);
    expect(answers).toEqual([]);
  });

  it.for<
    [
      why: string,
      body: string,
      more: { isForked?: boolean; role?: 'read' | 'write' },
      exitCode: number,
      answer: RegExp | null,
    ]
  >([
    ['who may only read, whatever the event calls them', '/eval', { role: 'read' }, 0, null],
    ['somebody who talks', 'how about /eval?', {}, 0, null],
    [
      'who makes a typo',
      '/eval trails=10',
      {},
      2,
      /trails<\/code> is not a word of this command; did you mean <code>trials<[\s\S]*The words are/,
    ],
    ['a fork’s author', '/eval', { isForked: true }, 2, /Nothing was started: its code is in another repository/],
  ])('of %s starts nothing', async ([, body, { role = 'write', ...more }, exitCode, answer], { openScene }) => {
    const scene = await openScene(scriptedSuite({ one: {} }), SEED);
    scene.fake.state.collaborators.set(OCTOCAT.login, role);
    const { result, answers } = await say(scene, body, more);
    expect(result).toExit(exitCode);
    expect(scene.fake.state.dispatches).toEqual([]);
    expect(answers).toEqual(answer === null ? [] : [expect.stringMatching(answer)]);
  });

  it('says what is missing where the workflow can not be started', async (openScene) => {
    const scene = await openScene(scriptedSuite({ one: {} }), { permissions: { pull_requests: 'write' } });
    scene.fake.state.collaborators.set(OCTOCAT.login, 'admin');
    const { result, answers } = await say(scene, '/eval');
    expect(result.exitCode).toBe(2);
    expect(answers).toEqual([expect.stringContaining('actions: write')]);
  });
});
