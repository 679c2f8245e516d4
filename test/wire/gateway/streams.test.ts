import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createBudget, NO_CAPS } from '#runner/trials/budget.ts';
import { listen } from '#test/testing/providers/incoming.ts';
import { createModelGateway } from '#wire/gateway/create-model-gateway.ts';
import type { CallContext, Cassettes, ModelRequest, ModelResponse } from '#wire/ports.ts';
import type { ModelCall } from '#wire/protocols/model-call.ts';
import { skippingClock } from './clocks.ts';
import { attemptAt, CHAT, GEMINI_STREAM, MESSAGES, REAL_KEY, STREAMED, startScene, upstreamsOf } from './scene.ts';

const weather = () => ({
  text: 'Sunny in Paris.',
  calls: [{ name: 'lookup', arguments: { city: 'Paris' } }],
  usage: { input: 100, output: 20, cache_read: 40 },
});
const counted = { input_tokens: 100, output_tokens: 20, total_tokens: 120, cache_read_tokens: 40 };

test('a stream without usage is asked for it, and the client never sees the chunk', async () => {
  await using scene = await startScene(weather);
  const told = await scene.ask({ body: STREAMED });
  expect(scene.server.requests[0]?.body).toMatchObject({ stream_options: { include_usage: true } });
  expect(told.text).not.toMatch(/"usage"\s*:\s*\{/);
  expect(told.text).not.toMatch(/"choices"\s*:\s*\[\s*\]/);
  expect(told.text.trimEnd().endsWith('data: [DONE]')).toBe(true);
  expect(scene.calls[0]).toMatchObject({
    answer: { text: 'Sunny in Paris.', calls: [{ name: 'lookup' }] },
    usage: counted,
    fault: null,
  });
});

test('a client that asks for the usage gets it', async () => {
  await using scene = await startScene(weather);
  const told = await scene.ask({ body: { ...STREAMED, stream_options: { include_usage: true } } });
  expect(told.text).toMatch(/"usage"\s*:\s*\{/);
  expect(scene.calls[0]?.usage).toMatchObject(counted);
});

test('a server that does not know how to be asked for usage is asked again without, and not asked any more', async () => {
  const refuse = {
    fault: { status: 422, error: { message: 'stream_options: Extra inputs are not permitted' } },
  } as const;
  await using scene = await startScene(({ body }) => ('stream_options' in body ? refuse : weather()));
  expect((await scene.ask({ body: STREAMED })).status).toBe(200);
  expect((await scene.ask({ body: STREAMED })).status).toBe(200);
  expect(scene.server.requests).toHaveLength(3);
  expect(scene.calls.map(({ fault, tries }) => [fault, tries])).toEqual([
    [null, 2],
    [null, 1],
  ]);
});

test.each([
  { title: 'Responses', asked: { path: '/responses', body: { model: 'gpt-4o', input: 'Weather?', stream: true } } },
  { title: 'Messages', asked: { provider: 'anthropic', body: { ...MESSAGES, stream: true } } },
  { title: 'Gemini', asked: GEMINI_STREAM },
  { title: 'Ollama', asked: { provider: 'ollama', body: CHAT } },
] as const)('a stream of $title is read in passing', async ({ asked }) => {
  await using scene = await startScene(weather);
  const told = await scene.ask(asked);
  expect(told.status).toBe(200);
  expect(scene.calls).toMatchObject([
    { fault: null, answer: { text: 'Sunny in Paris.', calls: [{ name: 'lookup', arguments: { city: 'Paris' } }] } },
  ]);
  expect(scene.calls[0]?.usage).toMatchObject({ input_tokens: 100, output_tokens: 20 });
});

test.each([
  { title: 'Chat Completions', asked: {} },
  { title: 'Responses', asked: { path: '/responses', body: { model: 'gpt-4o', input: 'Weather?' } } },
  { title: 'embeddings', asked: { path: '/embeddings', body: { model: 'gpt-4o', input: 'Weather?' } } },
  { title: 'Messages', asked: { provider: 'anthropic', body: MESSAGES } },
  { title: 'Ollama', asked: { provider: 'ollama', body: { ...CHAT, stream: false } } },
] as const)('a whole answer of $title is passed on and counted', async ({ asked }) => {
  await using scene = await startScene(weather);
  const told = await scene.ask(asked);
  expect(JSON.parse(told.text)).toBeTypeOf('object');
  expect(scene.calls).toMatchObject([{ fault: null, tries: 1, replayed: false }]);
  expect(scene.calls[0]?.usage?.input_tokens).toBeGreaterThan(0);
  expect(scene.calls[0]?.answer?.usage).toEqual(scene.calls[0]?.usage);
});

test('Ollama’s imitation of OpenAI lives below /v1', async () => {
  await using ollama = await startScene(weather);
  await using scene = await startScene(weather, { environment: { OLLAMA_HOST: `${ollama.server.url}/ollama` } });
  const told = await scene.ask({ provider: 'ollama', path: '/v1/chat/completions', body: STREAMED });
  expect(told.status).toBe(200);
  expect(ollama.server.requests[0]?.path).toBe('/ollama/v1/chat/completions');
  expect(scene.calls).toMatchObject([
    { endpoint: 'openai_chat', fault: null, usage: { input_tokens: 100, output_tokens: 20 } },
  ]);
});

/** A server of which the test holds the pen; `written` is what the gateway passes on. */
async function heldOpen({
  encoding,
  cassettes = null,
}: {
  readonly encoding?: string;
  readonly cassettes?: Cassettes | null;
} = {}) {
  const headers = encoding === undefined ? {} : { 'content-encoding': encoding };
  const arrived = Promise.withResolvers<ServerResponse>();
  const gone = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.on('close', () => gone.resolve());
      const type = request.url === '/api/chat' ? 'application/x-ndjson' : 'text/event-stream';
      response.writeHead(200, { ...headers, 'content-type': type }).flushHeaders();
      arrived.resolve(response);
    });
  });
  const url = await listen(server, 0);
  const clock = skippingClock();
  const budget = createBudget({ ...NO_CAPS, max_cost_usd: 1 }, clock);
  const upstreams = upstreamsOf({
    OPENAI_BASE_URL: `${url}/v1`,
    ANTHROPIC_BASE_URL: url,
    OLLAMA_HOST: url,
    OPENAI_API_KEY: REAL_KEY,
    ANTHROPIC_API_KEY: REAL_KEY,
  });
  const gateway = createModelGateway({
    upstreams,
    budget,
    prices: { m: { input: 1, output: 1, input_cache_read: null, input_cache_write: null } },
    cassettes,
    clock,
  });
  const calls: ModelCall[] = [];
  const context: CallContext = {
    ledger: 'agent',
    attempt: attemptAt('a-case'),
    onWait: () => undefined,
    onCall: (call) => calls.push(call),
  };
  const ask = (
    signal = new AbortController().signal,
    to: Pick<ModelRequest, 'provider' | 'path'> = { provider: 'openai', path: '/chat/completions' },
  ): Promise<ModelResponse> =>
    gateway.call({ ...to, method: 'POST', headers: {}, body: '{"model":"m","stream":true}' }, context, signal);
  return {
    ask,
    upstream: arrived.promise,
    gone: gone.promise,
    budget,
    calls,
    async [Symbol.asyncDispose]() {
      await gateway.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const chunk = (content: string) =>
  `data: {"model":"m","choices":[{"index":0,"delta":{"content":"${content}"},"finish_reason":null}]}\n\n`;
const END = 'data: {"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
const USAGE =
  'data: {"model":"m","choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3,"total_tokens":10}}\n\n';
const DONE = 'data: [DONE]\n\n';

test('the first event is passed on before there is a second', async () => {
  await using held = await heldOpen();
  const response = await held.ask();
  const upstream = await held.upstream;
  upstream.write(chunk('Sun'));
  const pieces = response.body[Symbol.asyncIterator]();
  const first = await pieces.next();
  expect(new TextDecoder().decode(first.value)).toBe(chunk('Sun'));
  upstream.end(END + USAGE + DONE);
  let rest = '';
  for (let next = await pieces.next(); !next.done; next = await pieces.next())
    rest += new TextDecoder().decode(next.value);
  expect(rest).toBe(END + DONE);
});

test('the call is reported before the client gets the last word', async () => {
  await using held = await heldOpen();
  const response = await held.ask();
  (await held.upstream).write(chunk('Sunny') + END + USAGE + DONE);
  const pieces = response.body[Symbol.asyncIterator]();
  await pieces.next();
  expect(held.calls).toMatchObject([
    { fault: null, answer: { text: 'Sunny' }, usage: { total_tokens: 10, cost_usd: 1e-5 } },
  ]);
});

test('a client that leaves after the last word has had its answer', async () => {
  await using held = await heldOpen();
  const response = await held.ask();
  (await held.upstream).write(chunk('Sunny') + END + USAGE + DONE);
  for await (const piece of response.body) if (new TextDecoder().decode(piece).includes('[DONE]')) break;
  await held.gone;
  expect(held.calls).toMatchObject([{ fault: null, answer: { text: 'Sunny' } }]);
  expect(held.budget.spent().tokens).toBe(10);
});

const MESSAGE_START =
  'event: message_start\ndata: {"type":"message_start","message":{"model":"m","usage":{"input_tokens":500,"output_tokens":1}}}\n\n';

test.each([
  { title: 'nothing is told', to: { provider: 'openai', path: '/chat/completions' }, chunks: chunk('Sunny'), least: 1 },
  { title: 'the input is told', to: { provider: 'anthropic', path: '/messages' }, chunks: MESSAGE_START, least: 501 },
] as const)(
  'a client that leaves early ends the request upstream, pays, and the budget is not lost by it: $title',
  async ({ to, chunks, least }) => {
    await using held = await heldOpen();
    const response = await held.ask(undefined, to);
    (await held.upstream).write(chunks);
    for await (const piece of response.body) if (piece.length > 0) break;
    await held.gone;
    expect(held.calls).toMatchObject([{ fault: { kind: 'aborted' }, answer: null }]);
    const { tokens, cost_usd } = held.budget.spent();
    expect(tokens).toBeGreaterThanOrEqual(least);
    expect(cost_usd).toBeCloseTo(tokens / 1e6, 9);
    expect(held.budget.exhausted()).toBeNull();
  },
);

test('only a whole answer is stored, not one whose client leaves before its usage', async () => {
  const stored: string[] = [];
  const cassettes: Cassettes = {
    mode: 'record',
    find: async () => ({ miss: 'nothing is stored' }),
    store: (_, __, { body }) => void stored.push(body),
    trials: async () => null,
    close: async () => undefined,
  };
  const left = async (until: string, rest: string) => {
    await using held = await heldOpen({ cassettes });
    const response = await held.ask();
    (await held.upstream).write(chunk('Sunny') + END + rest);
    for await (const piece of response.body) if (new TextDecoder().decode(piece).includes(until)) break;
    await held.gone;
    expect(held.calls).toMatchObject([{ fault: null, answer: { text: 'Sunny' } }]);
  };
  await left('stop', '');
  expect(stored).toEqual([]);
  await left('[DONE]', USAGE + DONE);
  expect(stored).toEqual([chunk('Sunny') + END + USAGE + DONE]);
});

test('arguments that say "done" end no stream', async () => {
  await using held = await heldOpen();
  const response = await held.ask(undefined, { provider: 'ollama', path: '/api/chat' });
  const upstream = await held.upstream;
  const pieces = response.body[Symbol.asyncIterator]();
  const call = { function: { name: 'set', arguments: { done: true } } };
  upstream.write(`${JSON.stringify({ model: 'm', message: { content: '', tool_calls: [call] }, done: false })}\n`);
  await pieces.next();
  expect(held.calls).toEqual([]);
  upstream.end(`{"model":"m","message":{"content":""},"done":true,"prompt_eval_count":7,"eval_count":3}\n`);
  while (!(await pieces.next()).done);
  expect(held.calls).toMatchObject([
    { fault: null, answer: { calls: [{ name: 'set' }] }, usage: { total_tokens: 10 } },
  ]);
});

test('a signal ends an unread stream', async () => {
  await using held = await heldOpen();
  const leaving = new AbortController();
  await held.ask(leaving.signal);
  (await held.upstream).write(chunk('Sunny'));
  leaving.abort();
  await held.gone;
  expect(held.calls).toMatchObject([{ fault: { kind: 'aborted' } }]);
});

test('a stream that stops politely before its end is no answer', async () => {
  await using held = await heldOpen();
  const response = await held.ask();
  (await held.upstream).end(chunk('Sun'));
  let text = '';
  for await (const piece of response.body) text += new TextDecoder().decode(piece);
  expect(text).toBe(chunk('Sun'));
  expect(held.calls).toMatchObject([{ fault: { kind: 'network' }, answer: null }]);
});

test('pieces that cut characters and events in two are put together', async () => {
  await using held = await heldOpen();
  const response = await held.ask();
  const upstream = await held.upstream;
  const bytes = Buffer.from(chunk('Grüße ☀ 東京') + END + USAGE.replaceAll('\n', '\r\n') + DONE);
  for (const byte of bytes) upstream.write(Buffer.from([byte]));
  upstream.end();
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body) text += decoder.decode(piece, { stream: true });
  expect(text).toBe(chunk('Grüße ☀ 東京') + END + DONE);
  expect(held.calls).toMatchObject([{ answer: { text: 'Grüße ☀ 東京' }, usage: { total_tokens: 10 } }]);
});

test.each([
  { title: 'Chat Completions', to: { provider: 'openai', path: '/chat/completions' } },
  { title: 'Messages', to: { provider: 'anthropic', path: '/messages' } },
] as const)(
  'a key that a provider streams back, in any spelling, reaches nobody, wherever it is cut: $title',
  async ({ to }) => {
    for (const size of [1, 7, 64, 10_000]) {
      await using held = await heldOpen();
      const response = await held.ask(undefined, to);
      const upstream = await held.upstream;
      const [base64, hex] = [Buffer.from(REAL_KEY).toString('base64'), Buffer.from(REAL_KEY).toString('hex')];
      const pairs = (mark: string) => hex.replace(/..(?=.)/g, `$&${mark}`);
      const lines = (length: number, end: string) => base64.replace(new RegExp(`.{${length}}(?=.)`, 'g'), `$&${end}`);
      const inLines = [lines(20, '\\n'), lines(4, '\\r\\n'), lines(1, ' ')];
      const apart = [pairs(':').toUpperCase(), pairs(', 0x'), pairs('\\x'), pairs('-')];
      const spellings = [REAL_KEY, base64, hex, ...inLines, ...apart];
      const bytes = Buffer.from(spellings.map((key) => chunk(`für ${key} ☀`)).join('') + END + USAGE + DONE);
      for (let at = 0; at < bytes.length; at += size) {
        upstream.write(bytes.subarray(at, at + size));
        if (at % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      upstream.end();
      const pieces: Uint8Array[] = [];
      for await (const piece of response.body) pieces.push(piece);
      const text = Buffer.concat(pieces).toString();
      for (const key of spellings) expect(text).not.toContain(JSON.stringify(key).slice(1, -1));
      // A few characters that could begin a key do not wait; base64 ends in a character that depends on what follows the key.
      expect(text.match(/für .{0,20}\[key\](?:[ \\rn]*g[ \\rn]*=[ \\rn]*=)? ☀/g)).toHaveLength(spellings.length);
    }
  },
);

test('what was compressed unasked is unpacked', async () => {
  await using held = await heldOpen({ encoding: 'gzip' });
  const response = await held.ask();
  (await held.upstream).end(gzipSync(chunk('Sunny') + END + USAGE + DONE));
  let text = '';
  for await (const piece of response.body) text += new TextDecoder().decode(piece);
  expect(text).toBe(chunk('Sunny') + END + DONE);
  expect(response.headers).not.toHaveProperty('content-encoding');
  expect(held.calls).toMatchObject([{ answer: { text: 'Sunny' } }]);
});

test('an unknown encoding is a fault', async () => {
  await using held = await heldOpen({ encoding: 'rot13' });
  expect((await held.ask()).status).toBe(502);
  expect(held.calls).toMatchObject([{ fault: { kind: 'network' } }]);
});

test('a client that is slow is not run over', async () => {
  await using held = await heldOpen();
  const response = await held.ask();
  const upstream = await held.upstream;
  const piece = chunk('x'.repeat(100_000));
  for (let at = 0; at < 60; at += 1) upstream.write(piece);
  upstream.end(END + USAGE + DONE);
  let length = 0;
  for await (const bytes of response.body) length += bytes.length;
  expect(length).toBe(60 * piece.length + END.length + DONE.length);
  expect(held.calls).toMatchObject([{ fault: null, usage: { total_tokens: 10 } }]);
});
