import { describe, expect, test } from 'vitest';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import type { FakeSeed, Permissions } from '#test/testing/github/state.ts';
import { addArtifact, addCommit, addPullRequest, addRun, sha } from '#test/testing/github/state-builders.ts';

const ROOT = '/repos/octo-org/agents';

describe('the token decides', () => {
  const body = { body: 'hello' };
  test.each<[string, Permissions, string, string, object | null, number]>([
    ['commenting with pull_requests: write', { pull_requests: 'write' }, 'POST', '/issues/1/comments', body, 201],
    ['commenting with issues: write', { issues: 'write' }, 'POST', '/issues/1/comments', body, 201],
    ['commenting with read only', { pull_requests: 'read' }, 'POST', '/issues/1/comments', body, 403],
    ['commenting with nothing', {}, 'POST', '/issues/1/comments', body, 403],
    ['listing runs with actions: read', { actions: 'read' }, 'GET', '/actions/runs', null, 200],
    ['listing runs without', { contents: 'read' }, 'GET', '/actions/runs', null, 403],
    ['reading contents without', { actions: 'read' }, 'GET', '/compare/main...main', null, 403],
    ['a check run without checks: write', { checks: 'read' }, 'POST', '/check-runs', checkRun(), 403],
  ])('in a private repository: %s', async (_, permissions, method, path, json, status) => {
    await using fake = await start({ permissions, repository: { private: true } });
    const response = await ask(fake, method, `${ROOT}${path}`, json);
    expect(response.status).toBe(status);
    const refused = { message: 'Resource not accessible by integration', status: '403' };
    if (status === 403) expect(await response.json()).toMatchObject(refused);
    expect(fake.violations).toEqual([]);
  });

  test('anyone may read a public repository, nobody may write without permission', async () => {
    await using fake = await start({ permissions: {} });
    expect((await ask(fake, 'GET', `${ROOT}/actions/runs`)).status).toBe(200);
    expect((await ask(fake, 'POST', `${ROOT}/issues/1/comments`, body)).status).toBe(403);
  });

  test.each([
    ['an unknown token', { authorization: 'Bearer other' }, 401],
    ['no token', {}, 401],
  ])('%s is refused', async (_, headers, status) => {
    await using fake = await start();
    expect((await fetch(`${fake.url}${ROOT}`, { headers })).status).toBe(status);
  });
});

test.each([
  ['65,536 characters are taken', 'x'.repeat(65_536), 201, null],
  ['one more is too long', 'x'.repeat(65_537), 422, 'Body is too long (maximum is 65536 characters)'],
  ['blank is nothing', '  ', 422, 'Body cannot be blank'],
])('comments have limits: %s', async (_, text, status, message) => {
  await using fake = await start();
  const response = await ask(fake, 'POST', `${ROOT}/issues/1/comments`, { body: text });
  expect(response.status).toBe(status);
  if (message !== null) expect(await response.json()).toMatchObject({ errors: [{ message }] });
  expect(fake.violations).toEqual([]);
});

describe('artifacts are downloaded through a signed URL', () => {
  test('which takes no token', async () => {
    await using fake = await start();
    const redirect = await download(fake);
    expect(redirect.status).toBe(302);
    const blob = await fetch(redirect.headers.get('location') ?? '');
    expect(await blob.text()).toBe('zip bytes');
    expect(fake.violations).toEqual([]);
  });

  test('and a token sent there is a violation', async () => {
    await using fake = await start();
    const location = (await download(fake)).headers.get('location') ?? '';
    const blob = await fetch(location, { headers: { authorization: `Bearer ${fake.state.token.value}` } });
    expect(blob.status).toBe(400);
    expect(fake.violations).toEqual([expect.stringContaining('an Authorization header was sent to a signed URL')]);
  });
});

describe('what GitHub does not know is a violation', () => {
  test.each([
    ['an unknown endpoint', 'GET', '/teapots', null, 'no such operation'],
    ['a body of another shape', 'POST', `${ROOT}/issues/1/comments`, { text: 'x' }, 'requestBody'],
    ['an issue number that is none', 'GET', `${ROOT}/issues/one/comments`, null, 'issue_number'],
    ['an unknown query parameter', 'GET', `${ROOT}/actions/runs?limit=5`, null, 'limit'],
    ['a query parameter of another type', 'GET', `${ROOT}/actions/runs?status=broken`, null, 'status'],
    ['51 annotations', 'POST', `${ROOT}/check-runs`, checkRun(51), 'must NOT have more than 50 items'],
    ['a query parameter the fake does not play', 'GET', `${ROOT}/actions/runs?check_suite_id=1`, null, 'not played'],
  ])('%s', async (_, method, path, json, words) => {
    await using fake = await start({ permissions: { checks: 'write', pull_requests: 'write' } });
    const response = await ask(fake, method, path, json);
    expect(response.status).toBe(500);
    expect(fake.violations).toEqual([expect.stringContaining(words)]);
  });

  test('and so is an answer of the fake that GitHub would never give', async () => {
    await using fake = await start();
    addRun(fake.state, { id: Number.NaN, headSha: sha('main') });
    expect((await ask(fake, 'GET', `${ROOT}/actions/runs`)).status).toBe(500);
    expect(fake.violations[0]).toContain('answer 200: /workflow_runs/0/id');
  });
});

function checkRun(annotations = 0) {
  const annotation = { path: 'a.yml', start_line: 1, end_line: 1, annotation_level: 'failure', message: 'm' };
  const output = { title: 't', summary: 's', annotations: Array.from({ length: annotations }, () => annotation) };
  return { name: 'agent eval', head_sha: sha('main'), output };
}

async function start(seed: FakeSeed = {}): Promise<FakeGitHub> {
  const fake = await startFakeGitHub(seed);
  addCommit(fake.state, { sha: sha('main'), refs: ['refs/heads/main'] });
  addCommit(fake.state, { sha: sha('head'), parents: [sha('main')] });
  addPullRequest(fake.state, { head: { ref: 'feature', sha: sha('head') }, base: { sha: sha('main') } });
  return fake;
}

async function download(fake: FakeGitHub): Promise<Response> {
  const run = addRun(fake.state, { headSha: sha('main') });
  const content = Buffer.from('zip bytes');
  const { id } = addArtifact(fake.state, { runId: run.id, name: 'results', content });
  return ask(fake, 'GET', `${ROOT}/actions/artifacts/${id}/zip`);
}

function ask(fake: FakeGitHub, method: string, path: string, json: object | null = null): Promise<Response> {
  return fetch(`${fake.url}${path}`, {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${fake.state.token.value}`, 'content-type': 'application/json' },
    ...(json === null ? {} : { body: JSON.stringify(json) }),
  });
}
