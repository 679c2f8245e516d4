import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { githubEarlierResults } from '#commands/action/earlier-results.ts';
import { apiOf, resultsText } from '#test/github/artifacts/main-history.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { mergeGroupEvent, pullRequestEvent, pushEvent } from '#test/testing/github/payloads.ts';
import type { FakeRun } from '#test/testing/github/state.ts';
import { addArtifact, addCommit, addPullRequest, addRun, forkOf, sha } from '#test/testing/github/state-builders.ts';
import { readRun } from '../read-run.ts';

let fake: FakeGitHub;
let workspace: string;

beforeEach(async () => {
  fake = await startFakeGitHub();
  workspace = newFolder('workspace');
  addCommit(fake.state, { sha: sha('m1'), refs: ['refs/heads/main'] });
});

afterEach(async () => {
  await fake.close();
});

it.each([
  ['of the repository itself', () => fake.state.repository],
  ['of a fork', () => forkOf(fake.state.repository)],
])('a pull request %s finds what its first run uploaded under its key', async (_, repository) => {
  const pull = addPullRequest(fake.state, {
    head: { ref: 'topic', sha: sha('head'), repository: repository() },
    base: { sha: sha('m1') },
    mergeCommitSha: sha('merge'),
  });
  const event = pullRequestEvent(fake.state, pull);
  const first = addRun(fake.state, { ...event.run, event: 'pull_request' });
  store(first, 'merge', 'billing');
  const run = await readRun(fake.state, event, workspace, { key: 'billing' });
  const found = await githubEarlierResults(run, apiOf(fake))?.find();
  expect(found).toMatchObject({ runs: [{ results: { config: { path: 'merge' } } }], notes: [] });
  expect(fake.violations).toEqual([]);
});

it('a merge group finds its own', async () => {
  const event = mergeGroupEvent(fake.state, { headSha: sha('group'), baseSha: sha('m1'), number: 1 });
  store(addRun(fake.state, { ...event.run, event: 'merge_group' }), 'group', null);
  const run = await readRun(fake.state, event, workspace);
  expect(await githubEarlierResults(run, apiOf(fake))?.find()).toMatchObject({
    runs: [{ results: { config: { path: 'group' } } }],
  });
});

it('the default branch has none: its runs stand alone', async () => {
  const run = await readRun(fake.state, pushEvent(fake.state, { after: sha('m1') }), workspace);
  expect(githubEarlierResults(run, apiOf(fake))).toBeNull();
});

function store({ id: runId, headSha }: FakeRun, label: string, key: string | null): void {
  const run = { id: String(runId), key, side: 'candidate' };
  const commit = { sha: sha(label), head_sha: headSha };
  const content = zipSync({ 'results.json': strToU8(resultsText(label, { run, commit })) });
  addArtifact(fake.state, { runId, name: `agent-eval-results${key === null ? '' : `-${key}`}`, content });
}
