import { getOctokit } from '@actions/github';
import { describe, expect, test } from 'vitest';
import { type FakeGitHub, startFakeGitHub } from '#test/support/github/fake-github.ts';
import type { FakeSeed } from '#test/support/github/state.ts';
import { addCommit, addPullRequest, addRun, forkOf, sha } from '#test/support/github/state-builders.ts';

const REPOSITORY = { owner: 'octo-org', repo: 'agents' };

describe('comparisons follow the commit graph', () => {
  test.each([
    ['main...feature', 'diverged', 'main-1', 1, 1],
    [`${sha('main-1')}...feature`, 'ahead', 'main-1', 1, 0],
    [`feature...${sha('main-1')}`, 'behind', 'main-1', 0, 1],
    ['main...main', 'identical', 'main-2', 0, 0],
    [`main...${sha('merge')}`, 'ahead', 'main-2', 2, 0],
    ['main...feature/with/slash', 'diverged', 'main-1', 1, 1],
  ])('%s is %s', async (basehead, status, mergeBase, ahead, behind) => {
    await using fake = await startHistory();
    fake.state.refs.set('refs/heads/feature/with/slash', sha('feature'));
    const { data } = await client(fake).rest.repos.compareCommitsWithBasehead({ ...REPOSITORY, basehead });
    expect(data).toMatchObject({ status, ahead_by: ahead, behind_by: behind });
    expect(data.merge_base_commit.sha).toBe(sha(mergeBase));
    expect(fake.violations).toEqual([]);
  });

  test('histories that never met have no comparison', async () => {
    await using fake = await startHistory();
    addCommit(fake.state, { sha: sha('orphan') });
    const basehead = `main...${sha('orphan')}`;
    const comparing = client(fake).rest.repos.compareCommitsWithBasehead({ ...REPOSITORY, basehead });
    await expect(comparing).rejects.toMatchObject({ status: 404 });
  });

  test('a comparison names the files changed since the merge base', async () => {
    await using fake = await startHistory();
    const { data } = await client(fake).rest.repos.compareCommitsWithBasehead({
      ...REPOSITORY,
      basehead: 'main...feature',
    });
    expect(data.files?.map((file) => [file.filename, file.status])).toEqual([['prompt.md', 'modified']]);
  });
});

describe('contents are those of the ref', () => {
  test.each([
    ['main', 'be kind'],
    ['feature', 'be rude'],
    ['refs/heads/feature', 'be rude'],
    [sha('feature'), 'be rude'],
  ])('at %s', async (ref, text) => {
    await using fake = await startHistory();
    const { data } = await client(fake).rest.repos.getContent({ ...REPOSITORY, path: 'prompt.md', ref });
    if (Array.isArray(data) || data.type !== 'file') throw new Error('not a file');
    expect(Buffer.from(data.content, 'base64').toString()).toBe(text);
  });

  test.each(['evals/cases.yml', 'evals%2Fcases.yml'])('a path may hold slashes: %s', async (path) => {
    await using fake = await startHistory();
    const response = await get(fake, `/repos/octo-org/agents/contents/${path}`, {
      accept: 'application/vnd.github.raw+json',
    });
    expect(await response.text()).toBe('cases: []');
    expect(fake.violations).toEqual([]);
  });

  test('a missing file is a 404', async () => {
    await using fake = await startHistory();
    expect((await get(fake, '/repos/octo-org/agents/contents/none.md')).status).toBe(404);
  });
});

describe('runs are filtered as asked and newest first', () => {
  test.each([
    ['branch=main&event=push&status=completed', ['main-2', 'main-1']],
    ['event=pull_request', ['feature']],
    ['status=failure', ['main-1']],
    [`head_sha=${sha('main-2')}`, ['main-2']],
    ['', ['feature', 'main-2', 'main-1']],
  ])('%s', async (query, expected) => {
    await using fake = await startHistory();
    addRun(fake.state, { headSha: sha('main-1'), conclusion: 'failure' });
    addRun(fake.state, { headSha: sha('main-2') });
    const fork = forkOf(fake.state.repository);
    addRun(fake.state, { headSha: sha('feature'), event: 'pull_request', headBranch: 'feature', headRepository: fork });
    addRun(fake.state, { headSha: sha('main-2'), path: '.github/workflows/other.yml' });
    const response = await get(fake, `/repos/octo-org/agents/actions/workflows/agent-eval.yml/runs?${query}`);
    expect(await response.json()).toMatchObject({
      total_count: expected.length,
      workflow_runs: expected.map((name) => ({ head_sha: sha(name) })),
    });
    expect(fake.violations).toEqual([]);
  });

  test('a run of a fork names the fork and no pull request', async () => {
    await using fake = await startHistory();
    const fork = forkOf(fake.state.repository);
    const run = addRun(fake.state, { headSha: sha('feature'), headRepository: fork, pullRequests: [1] });
    const { data } = await client(fake).rest.actions.getWorkflowRun({ ...REPOSITORY, run_id: run.id });
    expect(data.head_repository.id).toBe(fork.id);
    expect(data.pull_requests).toEqual([]);
  });
});

/** main-1 → main-2 on main, main-1 → feature on feature, and GitHub's merge of both for pull request 1. */
async function startHistory(seed: FakeSeed = {}): Promise<FakeGitHub> {
  const fake = await startFakeGitHub(seed);
  const { state } = fake;
  const files = { 'prompt.md': 'be kind', 'evals/cases.yml': 'cases: []' };
  const rude = { ...files, 'prompt.md': 'be rude' };
  addCommit(state, { sha: sha('main-1'), files });
  addCommit(state, { sha: sha('main-2'), parents: [sha('main-1')], files, refs: ['refs/heads/main'] });
  addCommit(state, { sha: sha('feature'), parents: [sha('main-1')], files: rude, refs: ['refs/heads/feature'] });
  addCommit(state, { sha: sha('merge'), parents: [sha('main-2'), sha('feature')], files: rude });
  addPullRequest(state, {
    head: { ref: 'feature', sha: sha('feature') },
    base: { sha: sha('main-2') },
    mergeCommitSha: sha('merge'),
  });
  return fake;
}

function client(fake: FakeGitHub) {
  return getOctokit(fake.state.token.value, { baseUrl: fake.url });
}

function get(fake: FakeGitHub, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${fake.url}${path}`, { headers: { authorization: `Bearer ${fake.state.token.value}`, ...headers } });
}
