import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { githubBaseline } from '#commands/action/github-baseline.ts';
import { githubTarget } from '#commands/action/github-target.ts';
import { githubPolicySource } from '#commands/action/policy-from-base.ts';
import { apiOf } from '#test/github/artifacts/main-history.ts';
import type { FakeEvent } from '#test/testing/github/events.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import {
  mergeGroupEvent,
  pullRequestEvent,
  pushEvent,
  scheduleEvent,
  workflowDispatchEvent,
} from '#test/testing/github/payloads.ts';
import { addCommit, addPullRequest, sha, WORKFLOW_PATH } from '#test/testing/github/state-builders.ts';
import { createRepository, type Workspace } from '#test/testing/github/workspace.ts';
import { readRun } from '../read-run.ts';

let fake: FakeGitHub;
let repository: Workspace;

beforeEach(async () => {
  fake = await startFakeGitHub();
  repository = await createRepository({ [WORKFLOW_PATH]: 'on: push\n', 'packages/app/agent-eval.yml': '{}' });
  addCommit(fake.state, { sha: sha('m1') });
  addCommit(fake.state, { sha: sha('m2'), parents: [sha('m1')], refs: ['refs/heads/main'] });
  addCommit(fake.state, { sha: sha('h'), parents: [sha('m1')], refs: ['refs/heads/topic'] });
  addCommit(fake.state, { sha: sha('merge'), parents: [sha('m2'), sha('h')] });
});

afterEach(async () => {
  expect(fake.violations).toEqual([]);
  await repository[Symbol.asyncDispose]();
  await fake.close();
});

/** The pull request of topic, whose event remembers main as it was when it was opened. */
function pullEvent(baseRef = 'main'): FakeEvent {
  const base = { ref: baseRef, sha: sha('m1') };
  const head = { ref: 'topic', sha: sha('h') };
  return pullRequestEvent(fake.state, addPullRequest(fake.state, { head, base, mergeCommitSha: sha('merge') }));
}

async function sourceOf(event: FakeEvent, inputs: Readonly<Record<string, string>> = {}) {
  const run = await readRun(fake.state, event, repository.path, inputs);
  return githubPolicySource(run, apiOf(fake), githubTarget(run, apiOf(fake)));
}

describe('the policy that counts is that of', () => {
  it('the commit that GitHub merged the pull request onto, not of the base that the event remembers', async () => {
    expect((await sourceOf(pullEvent()))?.files.sha).toBe(sha('m2'));
  });

  it.for<readonly [string, () => FakeEvent]>([
    ['started by hand', () => workflowDispatchEvent(fake.state, sha('h'), {}, 'topic')],
    ['pushed', () => pushEvent(fake.state, { after: sha('h'), branch: 'topic' })],
  ])('the commit that a branch left main at, when a run of it is %s', async ([, event]) => {
    expect((await sourceOf(event()))?.files.sha).toBe(sha('m1'));
  });

  it('the commit that a merge group goes onto', async () => {
    const group = mergeGroupEvent(fake.state, { headSha: sha('h'), baseSha: sha('m2'), number: 1 });
    expect((await sourceOf(group))?.files.sha).toBe(sha('m2'));
  });

  it('nobody else on the default branch itself', async () => {
    for (const event of [
      pushEvent(fake.state, { after: sha('m2') }),
      scheduleEvent(fake.state, sha('m2')),
      workflowDispatchEvent(fake.state, sha('m2')),
    ])
      expect(await sourceOf(event)).toBeNull();
    expect(fake.requests).toEqual([]);
  });
});

it('baseline and policy are of one commit, which is asked for once', async () => {
  const run = await readRun(fake.state, pullEvent(), repository.path);
  const api = apiOf(fake);
  const target = githubTarget(run, api);
  const source = await githubPolicySource(run, api, target);
  await githubBaseline(run, api, target).find();
  expect(source?.files.sha).toBe(sha('m2'));
  expect(fake.requests.filter(({ path }) => path.includes(`/git/commits/${sha('merge')}`))).toHaveLength(1);
});

describe('a commit that can not be told', () => {
  it('has no files, and the reason names the permission that may be missing', async () => {
    fake.state.repository = { ...fake.state.repository, private: true };
    fake.state.token.permissions = { actions: 'read' };
    const source = await sourceOf(pullEvent());
    expect(await source?.files.read('agent-eval.yml')).toEqual({
      problem: expect.stringMatching(
        /^can't be read: the base commit of this change is not known .*merge base with main .*add "permissions: contents: read"/,
      ),
    });
  });

  it('is that of a branch when the event does not name the default branch: nothing is compared with itself', async () => {
    const event = pushEvent(fake.state, { after: sha('h'), branch: 'topic' });
    const { repository: _, ...payload } = event.payload as Record<string, unknown>;
    const source = await sourceOf({ ...event, payload });
    expect(await source?.files.read('agent-eval.yml')).toEqual({
      problem: expect.stringContaining('The event push does not name the default branch.'),
    });
  });
});

it('a branch that is not the default branch is named where a pull request goes onto it', async () => {
  addCommit(fake.state, { sha: sha('own'), refs: ['refs/heads/own'] });
  expect((await sourceOf(pullEvent('own')))?.side_branch).toBe('own');
});

const placesOf = async (inputs: Readonly<Record<string, string>>) => (await sourceOf(pullEvent(), inputs))?.places;

it('the config is looked for where links lead to, after the place that they have in the checkout: main may have a folder there', async () => {
  await symlink('packages/app', join(repository.path, 'app'));
  expect(await placesOf({ 'working-directory': 'app' })).toEqual([
    { path: 'app/agent-eval.yml', folder: 'app' },
    { path: 'packages/app/agent-eval.yml', folder: 'packages/app' },
  ]);
  await mkdir(join(repository.path, 'evals'));
  await writeFile(join(repository.path, 'evals/real.yml'), '{}');
  await symlink('evals/real.yml', join(repository.path, 'agent-eval.yml'));
  expect(await placesOf({})).toEqual([
    { path: 'agent-eval.yml', folder: '' },
    { path: 'evals/real.yml', folder: '' },
  ]);
});

it('the workflow is read where the repository is checked out', async () => {
  expect((await sourceOf(pullEvent(), { 'working-directory': 'packages/app' }))?.workflow).toEqual({
    path: WORKFLOW_PATH,
    here: 'on: push\n',
  });
});
