import { describe, expect, test } from 'vitest';
import { AgentUnavailableError, type Attempt } from '#ports/ports.ts';
import {
  freePort,
  type HttpTestOptions,
  httpAgent,
  runningServer,
  startedAgent,
} from '#test/runner/agents/http/support.ts';
import { fixture, NEVER, PATIENT, planOf } from '#test/runner/agents/support.ts';

/** What the misbehaving server does with this input. */
async function deed(input: string | readonly string[], options: HttpTestOptions = {}): Promise<Attempt> {
  await using agent = await startedAgent('misbehaving-server.mjs', options);
  return await agent.attempt(planOf(input), NEVER);
}

describe('what a server answers', () => {
  test.each([
    ['answer in text', 'just text'],
    ['answer as a JSON text', 'quoted'],
    ['answer nothing', null],
  ])('is the answer: %s', async (input, output) => {
    const { end, trajectory } = await deed(input);
    expect(end).toEqual({ kind: 'completed' });
    expect(trajectory.turns).toMatchObject([{ output }]);
  });

  test.each([
    ['answer with a number', 'protocol', /expected a JSON object with "output": 7/],
    ['answer wrongly', 'protocol', /tool_calls\[0\]\.name/],
    ['answer deeply', 'protocol', /nested more than 100 levels deep/],
    ['answer at length', 'protocol', /more than 8 MB/],
    [
      'redirect',
      'protocol',
      /a redirect to http:\/\/example\.com\/elsewhere \(status 302\); write the final address in agent\.http\.url/,
    ],
    ['report my error', 'crash', /the agent reported an error: no such tool/],
    ['refuse as 422', 'crash', /HTTP status 422: the field "input" is missing/],
    ['fail as 500', 'crash', /HTTP status 500: Traceback: boom/],
    ['answer half', 'crash', /the server broke the connection without an answer \(ECONNRESET\)/],
    ['break the connection', 'crash', /the server broke the connection without an answer/],
    ['crash', 'crash', /the agent exited with code 3 before it answered$/],
  ])('fails the trial: %s', async (input, kind, message) => {
    const { end, retry } = await deed(input);
    expect(end).toMatchObject({ kind: 'failed', failure: { kind, message: expect.stringMatching(message) } });
    expect(retry).toBe(false);
  });

  test('in the midst of a conversation is told with its turn', async () => {
    const { end, trajectory } = await deed(['answer', 'fail as 500', 'answer']);
    expect(end).toMatchObject({ failure: { message: expect.stringContaining('in turn 2 of 3: HTTP status 500') } });
    expect(trajectory.turns).toHaveLength(1);
  });

  test('is kept apart from what it prints', async () => {
    const { trajectory } = await deed('answer with noise');
    expect(trajectory).toMatchObject({ log: 'starting up\n', stderr: 'a warning\n', turns: [{ output: 'clean' }] });
  });
});

test('a turn carries the headers of the config and its own mark', async () => {
  const { trajectory } = await deed('tell the headers', {
    headers: { authorization: 'Bearer t', accept: 'text/html' },
  });
  expect(JSON.parse(String(trajectory.turns[0]?.output))).toMatchObject({
    authorization: 'Bearer t',
    accept: 'text/html',
    'content-type': 'application/json',
    'x-agent-eval-trial': 'a-case#1.1',
  });
});

test('a server sees the variables that it was given, and no others', async () => {
  const { trajectory } = await deed('tell the environment', { options: { environment: { COLOUR: 'blue' } } });
  const { AGENT_EVAL_PROCESS: _, AGENT_TEST: __, PATH: ___, ...rest } = JSON.parse(String(trajectory.turns[0]?.output));
  expect(rest).toEqual({ COLOUR: 'blue' });
});

describe('a server that we start', () => {
  test('runs for all trials, and is gone with everything it started after close', async () => {
    await using agent = await startedAgent('misbehaving-server.mjs');
    await agent.prepare(NEVER);
    const pids = new Set<unknown>();
    for (let trial = 1; trial <= 3; trial += 1) {
      const { trajectory } = await agent.attempt(planOf('answer', { index: trial }), NEVER);
      pids.add(trajectory.turns[0]?.output);
    }
    expect(pids.size).toBe(1);
    expect(agent.survivors()).toHaveLength(1);
    await agent.close();
    expect(agent.survivors()).toEqual([]);
  });

  test('is started again for the trial after the one it died in', async () => {
    await using agent = await startedAgent('misbehaving-server.mjs');
    const before = await agent.attempt(planOf('answer'), NEVER);
    expect((await agent.attempt(planOf('crash'), NEVER)).end).toMatchObject({ failure: { kind: 'crash' } });
    const after = await agent.attempt(planOf('answer'), NEVER);
    expect(after.end).toEqual({ kind: 'completed' });
    expect(after.trajectory.turns[0]?.output).not.toBe(before.trajectory.turns[0]?.output);
  });

  test('is started again after a turn it did not answer in time', async () => {
    await using agent = await startedAgent('misbehaving-server.mjs', { limits: { trial_timeout_ms: 1_500 } });
    await agent.prepare(NEVER);
    const before = await agent.attempt(planOf('answer'), NEVER);
    const { end } = await agent.attempt(planOf('hang'), NEVER);
    expect(end).toEqual({
      kind: 'failed',
      failure: { kind: 'timeout', message: 'no answer within 1.5 s (limits.trial_timeout)' },
    });
    const after = await agent.attempt(planOf('answer'), NEVER);
    expect(after.trajectory.turns[0]?.output).not.toBe(before.trajectory.turns[0]?.output);
  });

  test('is given up when it died three times before it answered anything', async () => {
    await using agent = await startedAgent('misbehaving-server.mjs');
    for (const index of [1, 2])
      expect((await agent.attempt(planOf('crash', { index }), NEVER)).end.kind).toBe('failed');
    const error = await agent.attempt(planOf('crash', { index: 3 }), NEVER).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AgentUnavailableError);
    expect(error).toMatchObject({
      message: 'the server of agent.http.start exited with code 3 before it answered anything, 3 times in a row',
      stderr: 'about to fall over\n',
      exit_code: 3,
    });
    await expect(agent.attempt(planOf('answer'), NEVER)).rejects.toThrow(AgentUnavailableError);
  });

  test('fails only the trial that took it down, when it plays several at once', async () => {
    await using agent = await startedAgent('misbehaving-server.mjs', { concurrency: 3 });
    await agent.prepare(NEVER);
    const inputs = ['take a while', 'crash later', 'take a while'];
    const plans = inputs.map((input, at) => planOf(input, { index: at + 1 }));
    const ends = (await Promise.all(plans.map((plan) => agent.attempt(plan, NEVER)))).map(({ end }) => end.kind);
    expect(ends).toEqual(['completed', 'failed', 'completed']);
  });

  test.each([
    ['tell how many are here', 1],
    ['wait for another', 2],
  ])('gets as many turns at once as the config allows, and no more (%s)', async (input, concurrency) => {
    await using agent = await startedAgent('misbehaving-server.mjs', { concurrency });
    await agent.prepare(NEVER);
    const plans = [1, 2, 3, 4].map((index) => planOf(input, { index }));
    const attempts = await Promise.all(plans.map((plan) => agent.attempt(plan, NEVER)));
    expect(attempts.map(({ trajectory }) => trajectory.turns[0]?.output)).toEqual(plans.map(() => String(concurrency)));
    expect(Math.max(...attempts.map(({ wait_ms }) => wait_ms))).toBeGreaterThan(0);
  });

  test('is awaited until its ready_url answers with 2xx', async () => {
    const [port, another] = [await freePort(), await freePort()];
    const startOn = (own: number) => [process.execPath, fixture('misbehaving-server.mjs'), String(own)];
    const base = `http://127.0.0.1:${port}`;
    await using ready = httpAgent(`${base}/turn`, { start: startOn(port), ready_url: `${base}/ready` });
    await ready.prepare(NEVER);
    await using never = httpAgent(`http://127.0.0.1:${another}/turn`, {
      start: startOn(another),
      ready_url: `${base}/health`,
      ready_timeout_ms: 1_000,
    });
    await expect(never.prepare(NEVER)).rejects.toThrow(
      `the server of agent.http.start was not ready at ${base}/health within 1 s (agent.http.ready_timeout): it answered with status 503`,
    );
    expect(never.survivors()).toEqual([]);
  });

  test.each([
    [
      'is not there',
      ['no-such-program'],
      /can't start the server of agent\.http\.start \(ENOENT\): it was not found/,
      '',
    ],
    [
      'fails',
      [process.execPath, '-e', 'console.error("no database"); process.exit(7)'],
      /exited with code 7 before it was ready$/,
      'no database\n',
    ],
    ['leaves', [process.execPath, '-e', ''], /exited with code 0 before it was ready\. Keep it in the foreground/, ''],
  ])('makes the agent unavailable when its program %s', async (_, start, message, stderr) => {
    await using agent = httpAgent(`http://127.0.0.1:${await freePort()}/turn`, { start });
    const error = await agent.prepare(NEVER).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AgentUnavailableError);
    expect(error).toMatchObject({ message: expect.stringMatching(message), stderr });
    await expect(agent.attempt(planOf('answer'), NEVER)).rejects.toThrow(message);
  });

  test('is not started where another one listens', async () => {
    const { url, end } = await runningServer();
    await using agent = httpAgent(url, {
      start: [process.execPath, fixture('misbehaving-server.mjs'), new URL(url).port],
    });
    await expect(agent.prepare(NEVER)).rejects.toThrow(
      /something is already listening at 127\.0\.0\.1:\d+; stop it, or remove agent\.http\.start/,
    );
    end();
  });

  test('that is ready at another address than the turns go to fails its trials with that address', async () => {
    const [port, elsewhere] = [await freePort(), await freePort()];
    const start = [process.execPath, fixture('misbehaving-server.mjs'), String(port)];
    const url = `http://127.0.0.1:${elsewhere}/turn`;
    await using agent = httpAgent(url, { start, ready_url: `http://127.0.0.1:${port}/ready` });
    const { end } = await agent.attempt(planOf('answer'), NEVER);
    const message = `nothing listens at 127.0.0.1:${elsewhere} (ECONNREFUSED), though the program of agent.http.start runs: agent.http.url has to be its address`;
    expect(end).toMatchObject({ kind: 'failed', failure: { kind: 'crash', message } });
  });

  test('is gone soon after the run is aborted in mid-turn', async () => {
    await using agent = await startedAgent('misbehaving-server.mjs');
    await agent.prepare(NEVER);
    const abort = new AbortController();
    const attempt = agent.attempt(planOf('hang'), abort.signal);
    abort.abort();
    expect((await attempt).end).toMatchObject({ kind: 'error', error: { class: 'cancelled' } });
    await expect.poll(() => agent.survivors(), PATIENT).toEqual([]);
  });
});

describe('a server that runs already', () => {
  test('that is nowhere makes the agent unavailable', async () => {
    const port = await freePort();
    await using agent = httpAgent(`http://127.0.0.1:${port}/turn`, { ready_timeout_ms: 50 });
    await expect(agent.prepare(NEVER)).rejects.toThrow(
      `no server at 127.0.0.1:${port} within 50 ms (agent.http.ready_timeout): nothing listens there. Start it in an earlier step, or set its command in agent.http.start`,
    );
  });

  test('is awaited no longer than the run lasts, and that is an abort like any other', async () => {
    await using agent = httpAgent(`http://127.0.0.1:${await freePort()}/turn`);
    const abort = new AbortController();
    const reason = new Error('the run was cancelled');
    const prepared = agent.prepare(abort.signal);
    setTimeout(() => abort.abort(reason), 100);
    await expect(prepared).rejects.toBe(reason);
  });

  test('that goes away is a fault of the network, worth another attempt', async () => {
    const { url, end } = await runningServer();
    await using agent = httpAgent(url);
    expect((await agent.attempt(planOf('hi'), NEVER)).end).toEqual({ kind: 'completed' });
    end();
    const { end: how, retry } = await agent.attempt(planOf('hi'), NEVER);
    expect(how).toEqual({
      kind: 'error',
      error: {
        class: 'network',
        message: expect.stringMatching(/the server at 127\.0\.0\.1:\d+ can't be reached \(ECONN/),
      },
    });
    expect(retry).toBe(true);
  });
});

describe('a host that turns may be sent to', () => {
  test.each(['http://localhost:1/', 'http://agent.localhost/', 'http://127.1.2.3/', 'http://[::1]:8000/x'])(
    'is this machine: %s',
    (url) => {
      expect(() => httpAgent(url)).not.toThrow();
    },
  );

  test('or one that the workflow names', () => {
    const options = { isAllowedHost: ({ hostname }: URL) => hostname === 'agent.internal' };
    expect(() => httpAgent('http://agent.internal:8000/turn', { options })).not.toThrow();
  });

  test.each([
    [
      'http://example.com/turn',
      {},
      /agent\.http\.url: example\.com is not this machine; name it in the input allowed-hosts/,
    ],
    ['http://localhost.example.com/', {}, /allowed-hosts/],
    ['http://127.0.0.1.example.com/', {}, /allowed-hosts/],
    ['http://127.0.0.1/', { ready_url: 'http://169.254.169.254/' }, /agent\.http\.ready_url: 169\.254\.169\.254/],
    ['file:///etc/passwd', {}, /begins with file:/],
    ['nonsense', {}, /is not a URL/],
  ])('is no other: %s', (url, config, message) => {
    expect(() => httpAgent(url, config)).toThrow(message);
    expect(() => httpAgent(url, config)).toThrow(AgentUnavailableError);
  });
});
