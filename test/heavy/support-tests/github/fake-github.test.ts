import { getOctokit } from '@actions/github';
import { describe, expect, test } from 'vitest';
import { type FakeGitHub, startFakeGitHub } from '#test/support/github/fake-github.ts';
import type { FakeSeed } from '#test/support/github/state.ts';
import { addCommit, addPullRequest, addRun, forkOf, sha } from '#test/support/github/state-builders.ts';

const REPOSITORY = { owner: 'octo-org', repo: 'agents' };

describe('every operation of the slice is answered as the description wants', () => {
  test('repository, commits, comparisons, contents', async () => {
    await using fake = await startHistory();
    const octokit = client(fake);
    const repository = await octokit.rest.repos.get(REPOSITORY);
    expect(repository.data).toMatchObject({ id: 700_100_200, default_branch: 'main', private: false });
    const commit = await octokit.rest.repos.getCommit({ ...REPOSITORY, ref: 'main' });
    expect(commit.data).toMatchObject({ sha: sha('main-2'), parents: [{ sha: sha('main-1') }] });
    const gitCommit = await octokit.rest.git.getCommit({ ...REPOSITORY, commit_sha: sha('merge') });
    expect(gitCommit.data.parents.map((parent) => parent.sha)).toEqual([sha('main-2'), sha('feature')]);
    const folder = await octokit.rest.repos.getContent({ ...REPOSITORY, path: 'evals' });
    expect(folder.data).toMatchObject([{ type: 'file', path: 'evals/cases.yml' }]);
    expect(fake.violations).toEqual([]);
  });

  test('workflows, runs, artifacts', async () => {
    await using fake = await startHistory();
    const octokit = client(fake);
    const run = addRun(fake.state, { headSha: sha('main-2') });
    const workflow = await octokit.rest.actions.getWorkflow({ ...REPOSITORY, workflow_id: 'agent-eval.yml' });
    expect(workflow.data.path).toBe('.github/workflows/agent-eval.yml');
    const found = await octokit.rest.actions.getWorkflowRun({ ...REPOSITORY, run_id: run.id });
    expect(found.data).toMatchObject({ id: run.id, event: 'push', conclusion: 'success', head_sha: sha('main-2') });
    const all = await octokit.rest.actions.listWorkflowRunsForRepo(REPOSITORY);
    expect(all.data.total_count).toBe(1);
    expect(fake.violations).toEqual([]);
  });

  test('pull requests, alone, listed, by commit and their files', async () => {
    await using fake = await startHistory();
    const octokit = client(fake);
    const one = await octokit.rest.pulls.get({ ...REPOSITORY, pull_number: 1 });
    expect(one.data).toMatchObject({ number: 1, head: { ref: 'feature' }, merge_commit_sha: sha('merge') });
    const listed = await octokit.rest.pulls.list({ ...REPOSITORY, head: 'octo-org:feature' });
    const other = await octokit.rest.pulls.list({ ...REPOSITORY, head: 'octo-org:other' });
    const ofCommit = await octokit.rest.repos.listPullRequestsAssociatedWithCommit({
      ...REPOSITORY,
      commit_sha: sha('feature'),
    });
    const files = await octokit.rest.pulls.listFiles({ ...REPOSITORY, pull_number: 1 });
    expect(listed.data.map((pull) => pull.number)).toEqual([1]);
    expect(other.data).toEqual([]);
    expect(ofCommit.data.map((pull) => pull.number)).toEqual([1]);
    expect(files.data.map((file) => [file.filename, file.status])).toEqual([['prompt.md', 'modified']]);
    expect(fake.violations).toEqual([]);
  });

  test('comments are created, listed, read, edited and deleted', async () => {
    await using fake = await startHistory();
    const { issues } = client(fake).rest;
    const created = await issues.createComment({ ...REPOSITORY, issue_number: 1, body: 'one' });
    expect(created.data.user).toMatchObject({ login: 'github-actions[bot]', type: 'Bot' });
    await issues.updateComment({ ...REPOSITORY, comment_id: created.data.id, body: 'two' });
    const read = await issues.getComment({ ...REPOSITORY, comment_id: created.data.id });
    expect(read.data.body).toBe('two');
    expect(Date.parse(read.data.updated_at)).toBeGreaterThan(Date.parse(read.data.created_at));
    await issues.deleteComment({ ...REPOSITORY, comment_id: created.data.id });
    const left = await issues.listComments({ ...REPOSITORY, issue_number: 1 });
    expect(left.data).toEqual([]);
    expect(fake.violations).toEqual([]);
  });

  test('check runs are created, completed, and gather annotations', async () => {
    await using fake = await startHistory({ permissions: { checks: 'write' } });
    const { checks } = client(fake).rest;
    const annotation = {
      path: 'a.yml',
      start_line: 1,
      end_line: 1,
      annotation_level: 'failure',
      message: 'm',
    } as const;
    const output = { title: 't', summary: 's', annotations: [annotation] };
    const { data } = await checks.create({ ...REPOSITORY, name: 'agent eval', head_sha: sha('feature'), output });
    await checks.update({ ...REPOSITORY, check_run_id: data.id, conclusion: 'failure', output });
    const read = await checks.get({ ...REPOSITORY, check_run_id: data.id });
    expect(read.data).toMatchObject({ status: 'completed', conclusion: 'failure', output: { annotations_count: 2 } });
    const listed = await checks.listForRef({ ...REPOSITORY, ref: 'feature' });
    expect(listed.data.total_count).toBe(1);
    const annotations = await checks.listAnnotations({ ...REPOSITORY, check_run_id: data.id });
    expect(annotations.data.map((each) => each.annotation_level)).toEqual(['failure', 'failure']);
    expect(fake.violations).toEqual([]);
  });

  test('the token asks who it is', async () => {
    await using fake = await startFakeGitHub();
    const answer = await client(fake).graphql('{ viewer { login } }');
    expect(answer).toEqual({ viewer: { login: 'github-actions[bot]' } });
  });
});

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
