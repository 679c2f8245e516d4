import { expect, test } from 'vitest';
import type { Fault, ModelScript } from '#test/testing/providers/script.ts';
import { skippingClock, standingClock } from './clocks.ts';
import { CHAT, CONVERSE_STREAM, GEMINI_STREAM, MESSAGES, REAL_KEY, STREAMED, startScene } from './scene.ts';

/** The first requests meet these faults, every later one is answered. */
function failing(...faults: readonly Fault[]): ModelScript {
  let asked = 0;
  return () => {
    const fault = faults[asked];
    asked += 1;
    return fault === undefined ? { text: 'Sunny.', usage: { input: 10, output: 2 } } : { fault };
  };
}

const always =
  (fault: Fault): ModelScript =>
  () => ({ fault });

const status = (code: number, more: object = {}): Fault => ({ status: code, ...more });

test.each([
  { title: 'a 429 with Retry-After', faults: [status(429, { retry_after: 7 })], slept: [7000] },
  { title: 'a 429 with retry-after-ms', faults: [status(429, { retry_after: 0.25 })], slept: [250] },
  { title: 'a 429 that tells no time', faults: [status(429), status(429)], slept: [500, 1000] },
  { title: 'a 500', faults: [status(500)], slept: [500] },
  { title: 'a 503 with Retry-After', faults: [status(503, { retry_after: 2 })], slept: [2000] },
  { title: 'an overload', faults: [status(529), status(529), status(529)], slept: [500, 1000, 2000] },
  { title: 'a 408', faults: [status(408)], slept: [500] },
])('$title is retried, and the answer is billed once', async ({ faults, slept }) => {
  const clock = skippingClock();
  await using scene = await startScene(failing(...faults), { clock });
  const told = await scene.ask();
  expect(told.status).toBe(200);
  expect(scene.server.requests).toHaveLength(faults.length + 1);
  expect(scene.server.billed).toBe(1);
  expect(scene.calls).toMatchObject([{ tries: faults.length + 1, fault: null, answer: { text: 'Sunny.' } }]);
  for (const ms of slept) expect(clock.slept).toContain(ms);
});

test('waiting is reported in pairs and is not latency', async () => {
  const clock = skippingClock();
  await using scene = await startScene(failing(status(429, { retry_after: 30 }), status(500)), { clock });
  await scene.ask();
  expect(scene.waits.length % 2).toBe(0);
  expect(scene.waits.every((waiting, at) => waiting === (at % 2 === 0))).toBe(true);
  const [call] = scene.calls;
  expect(call?.wait_ms).toBe(30_500);
  expect(call?.latency_ms).toBe(0);
});

test.each([
  { title: 'an error of the server', fault: status(500), kind: 'provider', code: 500, tries: 8 },
  { title: 'an overload', fault: status(529), kind: 'provider', code: 529, tries: 8 },
  { title: 'a timeout of the provider', fault: status(408), kind: 'provider', code: 408, tries: 8 },
  { title: 'a request that is wrong', fault: status(400), kind: 'rejected', code: 400, tries: 1 },
  { title: 'a conflict', fault: status(409), kind: 'rejected', code: 409, tries: 1 },
  {
    title: 'an error the provider calls final',
    fault: status(500, { headers: { 'x-should-retry': 'false' } }),
    kind: 'provider',
    code: 500,
    tries: 1,
  },
  {
    title: 'a wait longer than anyone will wait',
    fault: status(429, { retry_after: 301 }),
    kind: 'rate_limit',
    code: 429,
    tries: 1,
  },
])('$title that stays is passed on after $tries tries, as final', async ({ fault, kind, code, tries }) => {
  await using scene = await startScene(always(fault));
  const told = await scene.ask();
  expect(told.status).toBe(code);
  expect(told.headers['x-should-retry']).toBe('false');
  expect(JSON.parse(told.text)).toHaveProperty('error');
  expect(scene.server.requests).toHaveLength(tries);
  expect(scene.calls).toMatchObject([{ tries, answer: null, usage: null, fault: { kind, status: code } }]);
});

test('a minute in which a host fails everybody is waited out, and each request answered once', async () => {
  const clock = skippingClock();
  const script: ModelScript = () => (clock.monotonic() < 60_000 ? { fault: status(503) } : { text: 'ok' });
  await using scene = await startScene(script, { clock });
  const told = await Promise.all(Array.from({ length: 5 }, () => scene.ask()));
  expect(told.map((answer) => answer.status)).toEqual(Array(5).fill(200));
  expect(scene.server.billed).toBe(5);
});

test('a host that has failed everybody for a minute and a half is asked four times by those who come later', async () => {
  await using scene = await startScene(always(status(500)));
  await scene.ask();
  await scene.ask();
  const before = scene.server.requests.length;
  await scene.ask();
  expect(scene.server.requests.length - before).toBe(4);
});

test('a request that fails while others are answered is sent four times', async () => {
  const script: ModelScript = (request) =>
    request.messages[0]?.text === 'breaks' ? { fault: status(500) } : { text: 'ok' };
  await using scene = await startScene(script);
  const told = scene.ask({ body: { ...CHAT, messages: [{ role: 'user', content: 'breaks' }] } });
  let others = 0;
  for (let done = false; !done; ) {
    done = await Promise.race([told.then(() => true), scene.ask().then(() => false)]);
    others += 1;
  }
  expect((await told).status).toBe(500);
  expect(scene.server.requests.length - others).toBeLessThanOrEqual(5);
});

test('refusals are waited out for ten minutes, however many they are', async () => {
  await using scene = await startScene(always(status(429, { retry_after: 20 })));
  const told = await scene.ask();
  expect(told.status).toBe(429);
  expect(scene.calls).toMatchObject([{ tries: 31, wait_ms: 600_000, fault: { kind: 'rate_limit', status: 429 } }]);
});

test('a host that refuses with "at once" for ever is not asked without a pause', async () => {
  await using scene = await startScene(always(status(429, { retry_after: 0 })), { patience: { refused_ms: 10_000 } });
  await scene.ask();
  expect(scene.server.requests.length).toBeLessThan(30);
  expect(scene.calls).toMatchObject([{ fault: { kind: 'rate_limit' } }]);
});

test('a host that admits ten of twenty answers everybody, each once', async () => {
  await using scene = await startScene(() => ({ text: 'ok', delay_ms: 1 }), { admit: { limit: 10 } });
  const caller = async () => {
    const told: number[] = [];
    for (let at = 0; at < 15; at += 1) told.push((await scene.ask()).status);
    return told;
  };
  const told = await Promise.all(Array.from({ length: 20 }, caller));
  expect(new Set(told.flat())).toEqual(new Set([200]));
  expect(scene.server.billed).toBe(300);
});

test('a host that has refused everybody for ten minutes is given up at once by those who come later', async () => {
  await using scene = await startScene(always(status(429, { retry_after: 60 })));
  await scene.ask();
  const before = scene.server.requests.length;
  await scene.ask();
  expect(scene.server.requests.length - before).toBe(1);
});

test.each([
  { title: 'a connection reset after the request', fault: { kind: 'reset' } as const },
  { title: 'an answer that dies in its body', fault: { kind: 'cut', after_chunks: 1 } as const },
])('$title is a network fault and never sent again: it may have been billed', async ({ fault }) => {
  await using scene = await startScene(always(fault));
  const told = await scene.ask();
  expect(told.status).toBe(502);
  expect(told.headers['x-should-retry']).toBe('false');
  expect(scene.server.requests).toHaveLength(1);
  expect(scene.calls).toMatchObject([{ tries: 1, fault: { kind: 'network' }, answer: null }]);
});

test('a host without a listener is tried four times', async () => {
  const scene = await startScene(failing());
  await scene.server.close();
  const told = await scene.ask();
  expect(told.status).toBe(502);
  expect(told.text).toContain('ECONNREFUSED');
  expect(scene.calls).toMatchObject([{ tries: 4, fault: { kind: 'network' } }]);
  await scene.gateway.close();
});

test.each([
  { title: 'openai', asked: { provider: 'openai', body: STREAMED } as const },
  { title: 'anthropic', asked: { provider: 'anthropic', body: { ...MESSAGES, stream: true } } as const },
  { title: 'gemini', asked: GEMINI_STREAM },
  { title: 'bedrock', asked: CONVERSE_STREAM },
  { title: 'ollama', asked: { provider: 'ollama', body: CHAT } as const },
])('a stream of $title that is cut reaches the client as far as it came, and is a network fault', async ({ asked }) => {
  await using scene = await startScene(() => ({ text: 'one two three four', fault: { kind: 'cut', after_chunks: 1 } }));
  const told = await scene.ask(asked);
  expect(told).toMatchObject({ status: 200, lost: true });
  expect(told.text).not.toBe('');
  expect(scene.server.requests).toHaveLength(1);
  expect(scene.calls).toMatchObject([{ answer: null, fault: { kind: 'network' } }]);
});

test('an error within a stream is the provider’s', async () => {
  const fault = { kind: 'stream_error', type: 'overloaded_error', message: 'Overloaded' } as const;
  await using scene = await startScene(() => ({ text: 'one two three', fault }));
  const told = await scene.ask({ provider: 'anthropic', body: { ...MESSAGES, stream: true } });
  expect(told.text).toContain('overloaded_error');
  expect(scene.calls).toMatchObject([{ answer: null, fault: { kind: 'provider' } }]);
  expect(scene.calls[0]?.fault?.message).toContain('Overloaded');
});

test('a good status with something else than an answer is the provider’s fault', async () => {
  await using scene = await startScene(always(status(200, { body: '<html>Sign in</html>' })));
  const told = await scene.ask();
  expect(told).toMatchObject({ status: 200, text: '<html>Sign in</html>' });
  expect(scene.calls).toMatchObject([{ answer: null, fault: { kind: 'provider' } }]);
});

test('a redirect is not followed, and no one gets the key by it', async () => {
  await using other = await startScene(failing());
  const fault = status(307, { headers: { location: `${other.server.url}/v1/chat/completions` } });
  await using scene = await startScene(always(fault));
  const told = await scene.ask();
  expect(told.status).toBe(502);
  expect(told.headers).not.toHaveProperty('location');
  expect(other.server.requests).toHaveLength(0);
  expect(scene.calls).toMatchObject([{ tries: 1, fault: { kind: 'provider', status: 307 } }]);
});

test('a client that goes away ends the wait for a retry at once, and what was refused before is the fault', async () => {
  const clock = standingClock();
  await using scene = await startScene(always(status(429, { retry_after: 60 })), { clock });
  const leaving = new AbortController();
  const asked = scene.ask({ signal: leaving.signal });
  await clock.sleeping;
  leaving.abort();
  expect((await asked).status).toBe(429);
  expect(scene.waits).toEqual([true, false]);
  expect(scene.calls).toMatchObject([{ tries: 1, fault: { kind: 'rate_limit', status: 429 }, usage: null }]);
});

test('a client that goes away while the model thinks ends the request upstream', async () => {
  const arrived = Promise.withResolvers<void>();
  await using scene = await startScene(() => {
    arrived.resolve();
    return { fault: { kind: 'hang' } };
  });
  const leaving = new AbortController();
  const asked = scene.ask({ signal: leaving.signal });
  await arrived.promise;
  leaving.abort();
  expect((await asked).status).toBe(499);
  expect(scene.calls).toMatchObject([{ fault: { kind: 'aborted' }, usage: null }]);
  expect(scene.budget.exhausted()).toBeNull();
});

test('closing ends every call', async () => {
  const arrived = Promise.withResolvers<void>();
  await using scene = await startScene(() => {
    arrived.resolve();
    return { fault: { kind: 'hang' } };
  });
  const asked = scene.ask();
  await arrived.promise;
  await scene.gateway.close();
  expect((await asked).status).toBeGreaterThanOrEqual(499);
  expect(scene.calls).toHaveLength(1);
});

test('a header that can’t be sent is a fault at once, not four tries', async () => {
  await using scene = await startScene(failing());
  const told = await scene.ask({ headers: { 'user-agent': 'a\r\nx-injected: b' } });
  expect(told.status).toBe(502);
  expect(scene.calls).toMatchObject([{ tries: 1, fault: { kind: 'network' } }]);
  expect(scene.server.requests).toHaveLength(0);
});

test('what upstream says never carries the key to the client', async () => {
  const body = { error: { message: `bad key ${REAL_KEY}`, type: 'invalid_request_error' } };
  await using scene = await startScene(always(status(400, { body })));
  const told = await scene.ask();
  expect(told.text).toContain('bad key [key]');
  expect(JSON.stringify([told, scene.calls])).not.toContain(REAL_KEY);
});
