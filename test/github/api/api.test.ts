import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GithubApi, type GithubApiOptions, type GithubReader, githubApi } from '#github/api/api.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { addArtifact, addRun, sha } from '#test/testing/github/state-builders.ts';

const REPOSITORY = 'GET /repos/{owner}/{repo}';
const OURS = { owner: 'octo-org', repo: 'agents' };
const RESET_AT = 1_800_000_000;

let fake: FakeGitHub;
let pauses: number[];

beforeEach(async () => {
  fake = await startFakeGitHub();
  pauses = [];
});

afterEach(async () => {
  expect(fake.violations).toEqual([]);
  await fake.close();
});

function api(options: Partial<GithubApiOptions> = {}): GithubApi {
  return githubApi({
    token: fake.state.token.value,
    apiUrl: fake.url,
    graphqlUrl: `${fake.url}/graphql`,
    clock: { now: () => (RESET_AT - 20) * 1000, sleep: async (ms) => void pauses.push(ms) },
    signal: new AbortController().signal,
    ...options,
  });
}

describe('request', () => {
  it('authenticates, says who we are and what to answer with, and gives status and data', async () => {
    const reader: GithubReader = api();
    expect(await reader.request(REPOSITORY, OURS, { accept: 'application/vnd.github.v3+json' })).toMatchObject({
      ok: true,
      status: 200,
      data: { default_branch: 'main' },
    });
    expect(fake.requests[0]?.headers).toMatchObject({
      accept: 'application/vnd.github.v3+json',
      authorization: `token ${fake.state.token.value}`,
      'user-agent': expect.stringMatching(/^agent-eval-action /),
    });
  });

  it.each([
    [404, { message: 'Not Found' }, '404 Not Found'],
    [
      422,
      { message: 'Validation Failed', errors: [{ message: 'Body is too long' }, { message: 'and more' }] },
      '422 Validation Failed: Body is too long',
    ],
    [
      403,
      { message: 'no\n::set-output name=passed::true\u001b[2J ##[error]' },
      '403 no ::set-output name=passed::true #\u200b#[error]',
    ],
  ])(
    'gives GitHub’s own words for a refusal (%s), with the first detail, on one harmless line',
    async (status, body, problem) => {
      fake.failNext({ status, body });
      expect(await api().request(REPOSITORY, OURS)).toMatchObject({ ok: false, status, problem });
    },
  );

  it('is asked again after server errors and lost connections, with growing pauses', async () => {
    fake.failNext({ status: 502 });
    fake.failNext({ drop: true });
    fake.failNext({ status: 500 });
    expect(await api().request(REPOSITORY, OURS)).toMatchObject({ ok: true });
    expect(pauses).toEqual([1000, 2000, 4000]);
  });

  it('gives up after four attempts', async () => {
    fake.failNext({ status: 503, times: 100 });
    expect(await api().request(REPOSITORY, OURS)).toMatchObject({
      ok: false,
      status: 503,
      problem: '503 Service unavailable',
    });
    expect(fake.requests).toHaveLength(4);
  });

  it('is not asked again after a refusal that will not change', async () => {
    for (const status of [401, 403, 404, 410, 422]) {
      fake.failNext({ status });
      expect(await api().request(REPOSITORY, OURS)).toMatchObject({ ok: false, status });
    }
    expect(fake.requests).toHaveLength(5);
    expect(pauses).toEqual([]);
  });

  const reset = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(RESET_AT) };
  it.each([
    ['as long as retry-after says after 429', { status: 429, retryAfter: 7 }, 7000],
    ['as long as retry-after says after a secondary limit', { status: 403, retryAfter: 13 }, 13_000],
    ['until the limit is reset', { status: 403, headers: reset, body: { message: 'API rate limit exceeded' } }, 20_000],
    ['a minute for a limit without a time', { status: 403, body: { message: 'a secondary rate limit.' } }, 60_000],
  ])('waits %s', async (_, fault, pause) => {
    fake.failNext(fault);
    expect(await api().request(REPOSITORY, OURS)).toMatchObject({ ok: true });
    expect(pauses).toEqual([pause]);
  });

  it('does not wait longer than a minute, and tells a limit from a missing permission', async () => {
    fake.failNext({ status: 403, retryAfter: 3600 });
    const answer = await api().request(REPOSITORY, OURS);
    expect(answer).toMatchObject({
      ok: false,
      status: 429,
      problem: expect.stringMatching(/secondary rate limit.*\(rate limit\)$/),
    });
    expect(pauses).toEqual([]);
  });

  it('never sends a POST twice that may have been carried out, but does after a rate limit', async () => {
    const send = () =>
      api().request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
        ...OURS,
        issue_number: 1,
        body: 'x',
      });
    fake.failNext({ status: 502 });
    expect(await send()).toMatchObject({ ok: false, status: 502 });
    fake.failNext({ drop: true });
    expect(await send()).toMatchObject({ ok: false, status: null });
    expect(fake.requests).toHaveLength(2);
    fake.failNext({ status: 429, retryAfter: 1 });
    expect(await send()).toMatchObject({ status: 404 });
    expect(fake.requests).toHaveLength(4);
  });

  it('takes a server that never answers for none', async () => {
    fake.failNext({ hang: true, times: 4 });
    const answer = await api({ timeoutMs: 30 }).request(REPOSITORY, OURS);
    expect(answer).toMatchObject({ ok: false, status: null, problem: 'no answer (it took too long)' });
  });

  it('asks a server that never answers for so long and no longer, whatever is asked', async () => {
    let now = 0;
    // Every look at the clock is ten seconds later.
    const clock = { now: () => (now += 10_000), sleep: async () => {} };
    const client = api({ clock, apiUrl: 'http://127.0.0.1:9' });
    const answers = [];
    for (let i = 0; i < 4; i += 1) answers.push(await client.request(REPOSITORY, OURS));
    expect(answers).toMatchObject([
      { ok: false, status: null, problem: expect.stringContaining('no answer') },
      { ok: false, status: null, problem: expect.stringContaining('was not sent') },
      { ok: false, status: null, problem: expect.stringContaining('not answered other requests for 45 s') },
      { ok: false, status: null },
    ]);
  });

  it('waits for no more than a minute in all before it asks again', async () => {
    const client = api();
    fake.failNext({ status: 429, retryAfter: 40, times: 2 });
    expect(await client.request(REPOSITORY, OURS)).toMatchObject({ ok: false, status: 429 });
    expect(pauses).toEqual([40_000]);
    expect(await client.request(REPOSITORY, OURS)).toMatchObject({ ok: true });
  });

  it('ends when the run is cancelled', async () => {
    fake.failNext({ hang: true, times: 4 });
    const controller = new AbortController();
    const answer = api({ signal: controller.signal }).request(REPOSITORY, OURS);
    controller.abort();
    expect(await answer).toMatchObject({ ok: false, status: null });
    expect(pauses).toEqual([]);
  });

  it('follows a redirect of a renamed repository on the same host', async () => {
    fake.failNext({
      path: '/repos/octo-org/old',
      status: 301,
      headers: { location: `${fake.url}/repos/octo-org/agents` },
    });
    expect(await api().request(REPOSITORY, { ...OURS, repo: 'old' })).toMatchObject({
      ok: true,
      data: { full_name: 'octo-org/agents' },
    });
    expect(fake.requests[1]?.headers['authorization']).toBeDefined();
  });

  it('does not follow redirects round in circles', async () => {
    fake.failNext({ status: 302, headers: { location: `${fake.url}/repos/octo-org/agents` }, times: 100 });
    expect(await api().request(REPOSITORY, OURS)).toMatchObject({ ok: false, status: 302 });
    expect(fake.requests).toHaveLength(4);
  });

  it('never follows a redirect of a request that changes something', async () => {
    fake.failNext({ status: 307, headers: { location: `${fake.url}/elsewhere` } });
    const patch = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
    expect(await api().request(patch, { ...OURS, comment_id: 1, body: 'x' })).toMatchObject({ ok: false, status: 307 });
    expect(fake.requests).toHaveLength(1);
  });

  it('hands a redirect back when that is what was asked for', async () => {
    const run = addRun(fake.state, { headSha: sha('a') });
    const artifact = addArtifact(fake.state, { runId: run.id, name: 'x', content: Buffer.from('zip') });
    const route = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}';
    const parameters = { ...OURS, artifact_id: artifact.id, archive_format: 'zip' };
    expect(await api().request(route, parameters, { redirect: 'manual' })).toMatchObject({
      ok: true,
      status: 302,
      location: expect.stringContaining('/blobs/artifact/'),
    });
  });
});

describe('what other hosts see', () => {
  let stranger: Server;
  let visits: (string | undefined)[];
  let elsewhere: string;

  beforeEach(async () => {
    visits = [];
    stranger = createServer((request, response) => {
      visits.push(request.headers.authorization);
      response.end('{}');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const address = stranger.address();
    elsewhere = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/`;
  });

  afterEach(() => new Promise((resolve) => stranger.close(resolve)));

  it('is nothing when the API redirects to them', async () => {
    fake.failNext({ status: 302, headers: { location: elsewhere } });
    expect(await api().request(REPOSITORY, OURS)).toMatchObject({ ok: false, status: 302 });
    expect(visits).toEqual([]);
  });

  it('is no credentials when something is downloaded from them', async () => {
    expect(await api().download(`${elsewhere}file`, 100)).toEqual({ ok: true, bytes: Buffer.from('{}') });
    expect(visits).toEqual([undefined]);
  });
});

describe('login', () => {
  it('is unknown when GitHub does not say', async () => {
    fake.failNext({ path: '/graphql', status: 200, body: { errors: [{ message: 'no' }] } });
    expect(await api().login()).toBeNull();
    fake.failNext({ path: '/graphql', status: 403 });
    expect(await api().login()).toBeNull();
  });
});

describe('download', () => {
  const stored = (content: Uint8Array) => {
    const run = addRun(fake.state, { headSha: sha('a') });
    return addArtifact(fake.state, { runId: run.id, name: `a${run.id}`, content }).id;
  };
  const addressOf = async (id: number) => {
    const route = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}';
    const answer = await api().request(
      route,
      { ...OURS, artifact_id: id, archive_format: 'zip' },
      { redirect: 'manual' },
    );
    return (answer.ok && answer.location) || '';
  };

  it('gives all bytes up to the limit, and none beyond', async () => {
    const address = await addressOf(stored(Buffer.alloc(300_000, 7)));
    expect(await api().download(address, 300_000)).toEqual({ ok: true, bytes: Buffer.alloc(300_000, 7) });
    expect(await api().download(address, 299_999)).toMatchObject({
      ok: false,
      problem: 'it is larger than 299999 bytes',
    });
  });

  it('is asked again after server errors, not after refusals', async () => {
    const address = await addressOf(stored(Buffer.from('ok')));
    fake.failNext({ path: '/blobs/', status: 500, times: 2 });
    expect(await api().download(address, 100)).toMatchObject({ ok: true });
    fake.failNext({ path: '/blobs/', status: 404, times: 2 });
    expect(await api().download(address, 100)).toMatchObject({ ok: false, problem: 'the storage answered 404' });
    expect(pauses).toEqual([1000, 2000]);
  });

  it('follows no redirect', async () => {
    const address = await addressOf(stored(Buffer.from('ok')));
    fake.failNext({ path: '/blobs/', status: 302, headers: { location: address }, times: 9 });
    expect(await api().download(address, 100)).toMatchObject({ ok: false });
  });

  it('refuses addresses that are not encrypted where the API is, and malformed ones', async () => {
    const closed = api({ apiUrl: 'https://api.github.com' });
    expect(await closed.download('http://127.0.0.1:9/x', 1)).toMatchObject({
      problem: 'its address is http:, not https:',
    });
    expect(await api().download('file:///etc/passwd', 1)).toMatchObject({
      problem: 'its address is file:, not https:',
    });
    expect(await api().download('nonsense', 1)).toMatchObject({ problem: 'its address is malformed' });
  });

  it('says nothing of the signed address when it fails', async () => {
    fake.failNext({ path: '/blobs/', drop: true, times: 9 });
    const answer = await api().download(`${fake.url}/blobs/artifact/1?sig=secret`, 100);
    const odd = await api().download('http://user:secret@127.0.0.1:9/x', 100);
    expect([answer, odd]).toMatchObject([{ ok: false }, { ok: false }]);
    expect(JSON.stringify([answer, odd])).not.toContain('secret');
  });
});

it('never says the token, even when GitHub or the network repeats it', async () => {
  const token = fake.state.token.value;
  fake.failNext({ status: 403, body: { message: `bad credentials ${token}` } });
  const refused = await api().request(REPOSITORY, OURS);
  const unreachable = await api({ apiUrl: `http://${token}.invalid:1` }).request(REPOSITORY, OURS);
  const malformed = await api({ token: 'first-half\nsecond-half' }).request(REPOSITORY, OURS);
  expect(refused).toMatchObject({ problem: '403 bad credentials ***' });
  expect(unreachable).toMatchObject({ ok: false, status: null });
  expect(malformed).toMatchObject({ ok: false, problem: expect.not.stringMatching(/half/) });
  expect(JSON.stringify([refused, unreachable])).not.toContain(token);
});
