import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommentOutcome, postComment } from '#github/comment/comment.ts';
import { type CommentMarker, commentId, workflowId, writeMarker } from '#github/comment/comment-marker.ts';
import type { CommentMode, StickyComment } from '#github/comment/sticky-comment.ts';
import { readSections } from '#report/suites/suite-section.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { type FakeUser, OCTOCAT } from '#test/testing/github/state.ts';
import { addComment, addCommit, addPullRequest, addRun, sha } from '#test/testing/github/state-builders.ts';
import { apiOf } from '../artifacts/main-history.ts';

const WORKFLOW = '.github/workflows/agent-eval.yml';
const ID = workflowId(WORKFLOW);
const SUITE = commentId(WORKFLOW, 'agent-eval', '');
const passing = (name: string, brief: string) =>
  ({ name, verdict: 'pass', words: `Agent eval passed: ${brief}`, brief, sentence: '' }) as const;
const failing = (name: string, brief: string) =>
  ({ name, verdict: 'fail', words: `Agent eval failed: ${brief}`, brief, sentence: '' }) as const;
const FACTS = passing('agent-eval.yml', 'x');
const MARKER: CommentMarker = { id: ID, runId: 200, runAttempt: 1, headSha: sha('h') };
const LIMITED = { status: 403, retryAfter: 900 };
const LIST = /^\/repos\/octo-org\/agents\/issues\/1\/comments\?/;

let fake: FakeGitHub;

beforeEach(async () => {
  fake = await startFakeGitHub();
  addCommit(fake.state, { sha: sha('m'), refs: ['refs/heads/main'] });
  addCommit(fake.state, { sha: sha('h'), parents: [sha('m')] });
  addPullRequest(fake.state, { head: { ref: 'topic', sha: sha('h') }, base: { sha: sha('m') } });
  addRun(fake.state, { headSha: sha('h'), id: 201, runAttempt: 2 });
  addRun(fake.state, { headSha: sha('h'), id: 300 });
});

afterEach(async () => {
  expect(fake.violations).toEqual([]);
  await fake.close();
});

interface Posted extends Partial<StickyComment> {
  readonly body?: string;
}

function post({ body = '### Report', ...more }: Posted = {}, from: FakeGitHub = fake): Promise<CommentOutcome> {
  return postComment(apiOf(from), {
    place: { owner: 'octo-org', repo: 'agents', number: 1 },
    marker: MARKER,
    suiteId: SUITE,
    facts: FACTS,
    pause: async () => {},
    mode: 'always',
    render: () => body,
    changed: false,
    failed: false,
    readOnlyToken: false,
    sameRun: 'ours',
    ...more,
  });
}

const bodies = () => fake.state.comments.map((comment) => comment.body);
const writes = () => fake.requests.filter((request) => request.method !== 'GET' && request.path !== '/graphql');
const own = (body: string, marker: Partial<CommentMarker> = {}) =>
  addComment(fake.state, { issueNumber: 1, body: `${writeMarker({ ...MARKER, runId: 100, ...marker })}\n${body}` });
const forged = (user: FakeUser, body = 'mine') =>
  addComment(fake.state, { issueNumber: 1, user, body: `${writeMarker(MARKER)}\n${body}` });

describe('the comment', () => {
  it('begins with the marker of suite, run and head', async () => {
    const outcome = await post();
    const about = encodeURIComponent(JSON.stringify(Object.values(FACTS))).replaceAll('-', '%2D');
    expect(bodies()).toEqual([
      [
        `<!-- agent-eval-action:${ID}:v1 run=200 attempt=1 sha=${sha('h')} -->`,
        `<!-- agent-eval-suite:${SUITE} run=200 attempt=1 sha=${sha('h')} about=${about} -->`,
        '### Report',
      ].join('\n'),
    ]);
    expect(outcome).toEqual({ url: expect.stringContaining('/octo-org/agents/pull/1#issuecomment-'), warnings: [] });
  });

  it('is edited by the next run, not written again', async () => {
    const first = await post();
    const second = await post({ marker: { ...MARKER, runId: 201 }, body: '### Fixed' });
    expect(bodies()).toEqual([expect.stringMatching(/run=201 .*\n.*\n### Fixed$/)]);
    expect(second.url).toBe(first.url);
  });

  it('is left alone when it would not change', async () => {
    await post();
    const [comment] = fake.state.comments;
    if (comment) comment.body = `${comment.body.replaceAll('\n', '\r\n')}\n`;
    const before = writes().length;
    expect(await post()).toMatchObject({ url: expect.stringContaining('#issuecomment-'), warnings: [] });
    expect(writes()).toHaveLength(before);
  });

  it('is found on whatever page it is', async () => {
    for (let index = 0; index < 230; index += 1)
      addComment(fake.state, { issueNumber: 1, body: `chat ${index}`, user: OCTOCAT });
    own('old');
    for (let index = 0; index < 30; index += 1)
      addComment(fake.state, { issueNumber: 1, body: `more ${index}`, user: OCTOCAT });
    await post();
    expect(fake.state.comments).toHaveLength(261);
    expect(bodies()[230]).toMatch(/### Report$/);
  });

  it('of another workflow is not touched', async () => {
    own('neighbour', { id: workflowId('.github/workflows/other.yml') });
    await post();
    expect(bodies()).toEqual([expect.stringContaining('neighbour'), expect.stringContaining('### Report')]);
  });

  it('of another suite of this run is not overwritten, and what tells them apart is named', async () => {
    own('theirs', { runId: 200 });
    const outcome = await post({ sameRun: 'others' });
    expect(outcome).toEqual({
      url: expect.stringContaining('#issuecomment-'),
      warnings: [expect.stringMatching(/Two suites of this run.*"key"/)],
    });
    expect(bodies()).toEqual([expect.stringContaining('theirs')]);
    expect((await post({ sameRun: 'others', marker: { ...MARKER, runAttempt: 2 } })).warnings).toEqual([]);
    expect(bodies()).toEqual([expect.stringContaining('### Report')]);
  });

  it('is not overwritten by an older run, nor by an older attempt', async () => {
    own('newer', { runId: 201 });
    expect(await post()).toEqual({ url: expect.stringContaining('#issuecomment-'), warnings: [] });
    await post({ marker: { ...MARKER, runId: 201, runAttempt: 1 }, body: '### Same run' });
    await post({ marker: { ...MARKER, runId: 201, runAttempt: 2 }, body: '### Second attempt' });
    await post({ marker: { ...MARKER, runId: 201, runAttempt: 1 }, body: '### Late first attempt' });
    expect(bodies()).toEqual([expect.stringContaining('### Second attempt')]);
  });

  it('says that it is outdated when the pull request has moved on', async () => {
    const [pull] = fake.state.pullRequests;
    if (pull) pull.head = { ...pull.head, sha: sha('h2') };
    await post();
    const [, , second, third] = bodies()[0]?.split('\n') ?? [];
    expect(second).toBe(
      `> **Outdated:** this is for ${sha('h').slice(0, 7)}; the pull request is at ${sha('h2').slice(0, 7)} now.`,
    );
    expect(third).toBe('');
  });

  it('is written even if the head can’t be read', async () => {
    fake.failNext({ path: '/repos/octo-org/agents/pulls/1', status: 500, times: 10 });
    await post();
    expect(bodies()).toEqual([expect.stringMatching(/-->\n### Report$/)]);
  });

  it('is written again when somebody deleted it in between', async () => {
    const user = { login: 'github-actions[bot]', type: 'Bot' };
    const body = `${writeMarker({ ...MARKER, runId: 100 })}\nold`;
    fake.failNext({ path: LIST, status: 200, body: [{ id: 4711, body, html_url: 'https://github.com/x', user }] });
    const outcome = await post();
    expect(writes().map(({ method, status }) => [method, status])).toEqual([
      ['PATCH', 404],
      ['POST', 201],
    ]);
    expect(bodies()).toEqual([expect.stringContaining('### Report')]);
    expect(outcome.url).not.toBe('https://github.com/x');
  });
});

describe('a comment that GitHub fails to take', () => {
  const CREATE = { method: 'POST', path: '/repos/octo-org/agents/issues/1/comments' } as const;

  it.each([
    ['an error', { status: 502 }],
    ['no answer', { drop: true }],
  ])('with %s is sent once more', async (_, fault) => {
    fake.failNext({ ...CREATE, ...fault });
    expect(await post()).toEqual({ url: expect.stringContaining('#issuecomment-'), warnings: [] });
    expect(bodies()).toEqual([expect.stringMatching(/### Report$/)]);
  });

  it('twice is a warning, and not sent again', async () => {
    fake.failNext({ ...CREATE, status: 500, times: 9 });
    expect(await post()).toEqual({ url: null, warnings: [expect.stringMatching(/not written \(500/)] });
    expect(writes()).toHaveLength(2);
  });

  it.each(['ours', 'others'] as const)('and has created all the same is not sent again (%s)', async (sameRun) => {
    fake.failNext({ ...CREATE, status: 502, carriedOut: true });
    expect(await post({ sameRun })).toEqual({ url: expect.stringContaining('#issuecomment-'), warnings: [] });
    expect(bodies()).toEqual([expect.stringMatching(/### Report$/)]);
    expect(writes()).toHaveLength(1);
  });

  it('and shows only later what it has created leaves one in the end', async () => {
    fake.failNext({ ...CREATE, status: 502, carriedOut: true });
    // Listed before, when there is none, and right after the failure.
    fake.failNext({ path: LIST, status: 200, body: [], times: 2 });
    const outcome = await post({ sameRun: 'others' });
    expect(outcome).toEqual({ url: expect.stringContaining('#issuecomment-'), warnings: [] });
    expect(bodies()).toEqual([expect.stringMatching(/### Report$/)]);
    expect(writes().map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);
  });

  it('nor lets look for it is a warning', async () => {
    fake.failNext({ ...CREATE, status: 502 });
    fake.failNext({ path: LIST, status: 200, body: [] });
    fake.failNext({ path: LIST, status: 500, times: 9 });
    expect((await post()).warnings).toEqual([expect.stringMatching(/not written \(502/)]);
    expect(writes()).toHaveLength(1);
  });
});

describe('a marker', () => {
  it('of somebody else is no comment of ours', async () => {
    forged(OCTOCAT);
    forged({ login: 'github-actions[bot]', id: 1, type: 'User' });
    forged({ login: 'other-app[bot]', id: 2, type: 'Bot' });
    await post();
    expect(bodies()).toHaveLength(4);
    expect(bodies().filter((body) => body.endsWith('mine'))).toHaveLength(3);
  });

  it('quoted in a comment of the bot is no comment of ours', async () => {
    addComment(fake.state, { issueNumber: 1, body: `Look:\n${writeMarker(MARKER)}` });
    addComment(fake.state, { issueNumber: 1, body: `> ${writeMarker(MARKER)}` });
    await post();
    expect(bodies()).toHaveLength(3);
  });

  it('is believed of the person or App whose token is used', async () => {
    await using other = await startFakeGitHub({ tokenUser: { login: 'eval-app[bot]', id: 9, type: 'Bot' } });
    addPullRequest(other.state, { head: { ref: 'topic', sha: sha('h') }, base: { sha: sha('m') } });
    await post({}, other);
    await post({ marker: { ...MARKER, runId: 201 }, body: '### Edited' }, other);
    expect(other.state.comments).toMatchObject([
      { user: { login: 'eval-app[bot]' }, body: expect.stringMatching(/### Edited$/) },
    ]);
    expect(other.violations).toEqual([]);
  });

  it('of an App is not ours if GitHub does not say who we are', async () => {
    forged({ login: 'eval-app[bot]', id: 9, type: 'Bot' });
    fake.failNext({ path: '/graphql', status: 502, times: 10 });
    await post();
    expect(bodies()).toHaveLength(2);
  });

  it.each([
    ['a run that GitHub does not know', { runId: 999_999_999_999_999 }],
    ['an attempt that there was not', { runId: 300, runAttempt: 2 }],
  ])('of the bot that claims %s does not keep us from writing', async (_, claim) => {
    const claimed = own('other workflow', claim);
    const first = await post();
    expect(first.warnings).toEqual([]);
    expect(first.url).not.toContain(`#issuecomment-${claimed.id}`);
    await post({ marker: { ...MARKER, runId: 201 }, body: '### Next' });
    expect(bodies()).toEqual([
      expect.stringContaining('other workflow'),
      expect.stringMatching(/run=201 .*\n.*\n### Next$/),
    ]);
  });

  it('has GitHub asked about runs a bounded number of times', async () => {
    for (let runId = 1000; runId < 1050; runId += 1) own('flood', { runId });
    await post();
    // Twice: before and after creating.
    expect(fake.requests.filter((request) => request.path.includes('/actions/runs/'))).toHaveLength(20);
  });
});

describe('two runs at the same moment', () => {
  it('leave one comment, with the newer run’s report', async () => {
    await Promise.all([post({ body: '### A' }), post({ marker: { ...MARKER, runId: 201 }, body: '### B' })]);
    expect(bodies()).toEqual([expect.stringMatching(/### B$/)]);
  });

  it.each([
    ['settle on the other one’s comment when that came first', 199, /run=200 .*\n.*\n### Report$/],
    ['leave a newer run’s comment as it is', 300, /rival$/],
  ])('%s', async (_, runId, body) => {
    const rival = own('rival', { runId });
    // As if the rival had not been there yet when we looked.
    fake.failNext({ path: LIST, status: 200, body: [] });
    expect(await post()).toEqual({ url: expect.stringContaining(`#issuecomment-${rival.id}`), warnings: [] });
    expect(fake.state.comments).toMatchObject([{ id: rival.id, body: expect.stringMatching(body) }]);
  });

  it('never delete the comment of a newer run', async () => {
    own('first', { runId: 100 });
    const newer = own('from a newer run', { runId: 300 });
    expect((await post()).url).toContain(`#issuecomment-${newer.id}`);
    expect(bodies()).toEqual([expect.stringContaining('first'), expect.stringContaining('from a newer run')]);
  });
});

describe('several suites of a workflow', () => {
  const suite = (key: string, more: Posted = {}): Posted => ({
    suiteId: commentId(WORKFLOW, 'agent-eval', key),
    facts: passing(key, 'nothing got worse'),
    body: `### Report of ${key}`,
    ...more,
  });
  const names = () => bodies().flatMap((body) => readSections(body).map(({ facts }) => facts.name));

  it('share one comment: an overview first, then a section each, worst first', async () => {
    await post(suite('billing'));
    await post(suite('support', { facts: failing('support', 'refund broke') }));
    const [body = '', ...more] = bodies();
    expect(more).toEqual([]);
    expect(body).toContain('### ❌ Agent eval, 2 suites: 1 failed\n');
    expect(body).toMatch(
      /\| <code>support<\/code> \| ❌ \| refund broke \|\n\| <code>billing<\/code> \| ✅ \| nothing got worse \|/,
    );
    expect(body.indexOf('### Report of support')).toBeLessThan(body.indexOf('### Report of billing'));
    await post(suite('support', { marker: { ...MARKER, runId: 201 }, body: '### Mended' }));
    expect(bodies()).toEqual([
      expect.stringMatching(/^(?!.*### Report of support).*### Report of billing.*### Mended$/s),
    ]);
  });

  it('replace the comments that they had for themselves', async () => {
    const before = own('billing alone', { id: commentId(WORKFLOW, 'agent-eval', 'billing') });
    own('support alone', { id: commentId(WORKFLOW, 'agent-eval', 'support') });
    await post(suite('billing'));
    await post(suite('support'));
    expect(fake.state.comments.map(({ id }) => id)).toEqual([before.id]);
    expect(names()).toEqual(['billing', 'support']);
    expect(bodies()[0]).not.toContain('alone');
  });

  it('that run at the same moment lose no section', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `suite-${index}`);
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    const pause = async () => {
      for (let waited = 0; waited < 400; waited += 1) await turn();
    };
    await Promise.all(keys.map((key) => post(suite(key, { pause }))));
    expect(bodies()).toHaveLength(1);
    expect(names().toSorted()).toEqual(keys);
  });

  it('write again what another suite, which had not seen it, has overwritten, for a bounded number of tries', async () => {
    await post(suite('billing'));
    const [comment] = fake.state.comments;
    const overwritten = comment?.body ?? '';
    let overwrites = 1;
    const pause = async () => {
      overwrites -= 1;
      if (comment && overwrites >= 0) comment.body = overwritten;
    };
    await post(suite('support', { pause }));
    expect(names()).toEqual(['billing', 'support']);
    expect(overwrites).toBe(-1);
    overwrites = 99;
    const before = writes().length;
    expect((await post(suite('third', { pause }))).warnings).toEqual([]);
    const more = writes().slice(before);
    expect(more.map(({ method }) => method)).toEqual(Array(6).fill('PATCH'));
  });

  it('that wait for their next run are marked with the commit they are of', async () => {
    const [pull] = fake.state.pullRequests;
    await post(suite('billing'));
    if (pull) pull.head = { ...pull.head, sha: sha('h2') };
    await post(suite('support', { marker: { ...MARKER, runId: 201, headSha: sha('h2') } }));
    const row = `| <code>billing</code> | ✅ | nothing got worse (of ${sha('h').slice(0, 7)}, not yet of ${sha('h2').slice(0, 7)}) |`;
    expect(bodies()[0]).toContain(row);
  });

  it('that a whole run has passed without are marked as old, and gone after the next one', async () => {
    const at = (runId: number) => ({ marker: { ...MARKER, runId } });
    await post(suite('billing', { facts: failing('billing', 'x broke') }));
    await post(suite('support', at(201)));
    expect(bodies()[0]).toContain('2 suites: 1 failed');
    await post(suite('support', at(202)));
    expect(bodies()[0]).toContain('### ✅ Agent eval, 1 suite: all passed');
    expect(bodies()[0]).toContain(`| <code>billing</code> | – | x broke (has not run since ${sha('h').slice(0, 7)}) |`);
    await post(suite('support', at(202)));
    expect(names()).toEqual(['support', 'billing']);
    await post(suite('support', at(203)));
    expect(names()).toEqual(['support']);
  });

  it('that were marked as old count again when they run again', async () => {
    const at = (runId: number) => ({ marker: { ...MARKER, runId } });
    await post(suite('billing'));
    await post(suite('support', at(201)));
    await post(suite('support', at(202)));
    await post(suite('billing', at(203)));
    expect(bodies()[0]).toContain('### ✅ Agent eval, 2 suites: all passed');
    expect(bodies()[0]).not.toContain('has not run since');
  });

  it('stay within what GitHub takes, each with its line', async () => {
    const body = 'x'.repeat(25_000);
    for (const key of ['a', 'b', 'c', 'd']) {
      const render = (limit: number) => body.slice(0, limit);
      expect((await post(suite(key, { render }))).warnings).toEqual([]);
    }
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
    expect(bodies()[0]?.length).toBeLessThanOrEqual(60_500);
    expect(bodies()[0]).toContain('There is no room here for more');
  });
});

describe('the mode', () => {
  const created: readonly (readonly [CommentMode, boolean, boolean, boolean])[] = [
    ['always', false, false, true],
    ['changes', false, false, false],
    ['changes', true, false, true],
    ['changes', false, true, true],
    ['failures', false, false, false],
    ['failures', true, false, false],
    ['failures', false, true, true],
    ['never', true, true, false],
  ];

  it.each(created)('%s, changed: %s, failed: %s → a new comment: %s', async (mode, changed, failed, expected) => {
    await post({ mode, changed, failed });
    expect(fake.state.comments).toHaveLength(expected ? 1 : 0);
  });

  it.each([
    ['changes', true],
    ['failures', true],
    ['never', false],
  ] as const)('%s updates a comment that is there: %s', async (mode, expected) => {
    own('red');
    await post({ mode });
    expect(bodies()).toEqual([expect.stringContaining(expected ? '### Report' : 'red')]);
  });

  it('never asks GitHub nothing', async () => {
    await post({ mode: 'never' });
    expect(fake.requests).toEqual([]);
  });
});

describe('a refusal is a warning', () => {
  it('that names the permission and where it goes', async () => {
    await using strict = await startFakeGitHub({ permissions: { contents: 'read', actions: 'read' } });
    addPullRequest(strict.state, { head: { ref: 'topic', sha: sha('h') }, base: { sha: sha('m') } });
    const outcome = await post({}, strict);
    expect(outcome.url).toBeNull();
    expect(outcome.warnings).toEqual([
      expect.stringMatching(
        /\(403 Resource not accessible by integration\).*"pull-requests: write" under "permissions:" of the job/,
      ),
    ]);
  });

  it('in a private repository too, where comments can’t even be listed', async () => {
    await using closed = await startFakeGitHub({ repository: { private: true }, permissions: { contents: 'read' } });
    expect((await post({}, closed)).warnings).toEqual([expect.stringContaining('"pull-requests: write"')]);
  });

  it('when an existing comment may not be edited', async () => {
    own('old');
    fake.failNext({ method: 'PATCH', status: 403 });
    expect((await post()).warnings).toEqual([expect.stringContaining('"pull-requests: write"')]);
    expect(bodies()).toEqual([expect.stringContaining('old')]);
  });

  it.each([
    ['that is no surprise for forks and Dependabot', { readOnlyToken: true }, { status: 403 }, /a read-only token/],
    ['that names no permission when GitHub’s rate limit is hit', {}, LIMITED, /^(?!.*permissions:).*\(rate limit\)/],
    ['that names the limit when the body is too long', { body: 'x'.repeat(65_536) }, null, /Body is too long.*65,536/],
  ])('%s', async (_, posted, fault, words) => {
    if (fault !== null) fake.failNext({ method: 'POST', path: /\/comments$/, ...fault });
    expect((await post(posted)).warnings).toEqual([expect.stringMatching(words)]);
  });

  it('when comments can’t be listed: nothing is created that might be there already', async () => {
    fake.failNext({ path: LIST, status: 500, times: 10 });
    expect((await post()).warnings).toEqual([expect.stringContaining('500 Server Error')]);
    expect(writes()).toEqual([]);
  });

  it('when GitHub does not answer at all', async () => {
    fake.failNext({ drop: true, times: 99 });
    expect(await post()).toEqual({ url: null, warnings: [expect.stringContaining('no answer')] });
  });
});
