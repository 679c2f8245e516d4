import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';
import { scriptedSuite, TRACE } from '#test/support/scripted-suite.ts';
import { storedResults } from '#test/support/stored-artifact.ts';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';
import {
  issueCommentEvent,
  pullRequestTargetEvent,
  pushEvent,
  workflowDispatchEvent,
  workflowRunEvent,
} from '#test/testing/github/payloads.ts';
import { OCTOCAT } from '#test/testing/github/state.ts';
import { addComment, addRun } from '#test/testing/github/state-builders.ts';

const SUITE = scriptedSuite({ one: {} });

it.for(['push', 'workflow_dispatch'] as const)(
  '%s of another branch, without a pull request, is compared with where it left main, and makes no baseline',
  async (name, { openScene }) => {
    const scene = await openScene(SUITE);
    const main = await scene.storeMain();
    await scene.repository.branch('topic');
    const tip = await scene.repository.commit('topic', broken());
    await adoptWorkspace(scene.fake.state, scene.repository);
    const { state } = scene.fake;
    const event =
      name === 'push'
        ? pushEvent(state, { after: tip, branch: 'topic' })
        : workflowDispatchEvent(state, tip, {}, 'topic');
    const result = await scene.run(event, { inputs: { confirm: 'never' } });
    expect(result).toExit(1);
    expect(result.outputs).toMatchObject({ verdict: 'fail', 'baseline-sha': main.headSha });
    expect(storedResults(state)).toMatchObject({ run: { side: 'candidate' } });
    expect(state.comments).toEqual([]);
  },
);

it.for(['pull_request_target', 'issue_comment', 'workflow_run'] as const)(
  '%s, which hands secrets to strangers, is refused with the reason, and nothing is run',
  async (name, { openScene }) => {
    const scene = await openScene(SUITE);
    const { pull, checkout } = await scene.openPull();
    const { state } = scene.fake;
    const event = {
      pull_request_target: () => pullRequestTargetEvent(state, pull),
      issue_comment: () =>
        issueCommentEvent(state, pull, addComment(state, { issueNumber: 1, body: '/eval', user: OCTOCAT })),
      workflow_run: () => workflowRunEvent(state, addRun(state, { headSha: pull.head.sha }), pull.base.sha),
    }[name]();
    const talk = state.comments.length;

    const result = await scene.run(event, { workspace: checkout });
    expect(result.exitCode).toBe(2);
    expect(result.conclusion).toBe('failure');
    expect(result.commands.annotations).toEqual([
      expect.objectContaining({
        level: 'error',
        message: expect.stringMatching(new RegExp(`^refused to run on ${name}: .*Use "on: pull_request"`)),
      }),
    ]);
    expect(existsSync(join(checkout, TRACE))).toBe(false);
    expect(result.outputs).toEqual({});
    expect(state.artifacts).toEqual([]);
    expect(state.comments).toHaveLength(talk);
    expect(scene.fake.requests).toEqual([]);
  },
);

function broken(): ReturnType<typeof scriptedSuite> {
  return scriptedSuite({ one: { step: { answer: { output: 'no' } } } });
}
