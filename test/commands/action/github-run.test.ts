import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { pullRequestEvent, pushEvent } from '#test/testing/github/payloads.ts';
import { addCommit, addPullRequest, sha } from '#test/testing/github/state-builders.ts';
import { createRepository, type Workspace } from '#test/testing/github/workspace.ts';
import { bareRepository } from '../bare-repository.ts';
import { readRun } from '../read-run.ts';

let fake: FakeGitHub;
let repository: Workspace;

beforeEach(async () => {
  fake = await startFakeGitHub();
  repository = await createRepository({ 'README.md': 'words' });
});

afterEach(async () => {
  await repository[Symbol.asyncDispose]();
  await fake.close();
});

/** A pull request whose newest commit is `head`; GitHub's merge commit is what the event names. */
async function pullEvent(head: string) {
  const main = repository.main();
  addCommit(fake.state, { sha: main, refs: ['refs/heads/main'] });
  addCommit(fake.state, { sha: head, parents: [main] });
  addCommit(fake.state, { sha: sha('merge'), parents: [main, head] });
  const place = { ref: 'topic', sha: head };
  return pullRequestEvent(
    fake.state,
    addPullRequest(fake.state, { head: place, base: { sha: main }, mergeCommitSha: sha('merge') }),
  );
}

describe('the tested commit of a pull request', () => {
  it('is GitHub’s merge commit, whatever a repository inside of the checkout says', async () => {
    await repository.branch('topic');
    const head = await repository.commit('nested', bareRepository('bot', sha('forged')));
    await repository.commit('as GitHub merges it');
    const run = await readRun(fake.state, await pullEvent(head), repository.path, { 'working-directory': 'bot' });
    expect(run.tested_sha).toBe(sha('merge'));
  });

  it('is its own newest commit when that one is checked out, in a folder of it too', async () => {
    await repository.branch('topic');
    const head = await repository.commit('change', bareRepository('bot', sha('forged')));
    const run = await readRun(fake.state, await pullEvent(head), repository.path, { 'working-directory': 'bot' });
    expect(run.tested_sha).toBe(head);
  });

  it('is GitHub’s merge commit when something else is checked out', async () => {
    await repository.branch('topic');
    const head = await repository.commit('change', { 'a.txt': 'a' });
    const event = await pullEvent(head);
    await repository.commit('elsewhere', { 'b.txt': 'b' });
    expect((await readRun(fake.state, event, repository.path)).tested_sha).toBe(sha('merge'));
  });
});

it('the tested commit of a push is the pushed one, whatever is checked out', async () => {
  const pushed = await repository.head();
  addCommit(fake.state, { sha: pushed, refs: ['refs/heads/main'] });
  await repository.commit('made by an earlier step', { 'a.txt': 'a' });
  const run = await readRun(fake.state, pushEvent(fake.state, { after: pushed }), repository.path);
  expect(run.tested_sha).toBe(pushed);
});
