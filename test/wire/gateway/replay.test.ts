import { expect, test } from 'vitest';
import type { Cassettes, ModelRequest, StoredResponse } from '#wire/ports.ts';
import { attemptAt, CHAT, GEMINI_STREAM, MESSAGES, STREAMED, startScene } from './scene.ts';

/** Cassettes in memory, by the text of the request. */
function memory(mode: Cassettes['mode'], stored = new Map<string, StoredResponse>()) {
  const key = ({ path, body }: ModelRequest) => `${path} ${body}`;
  const cassettes: Cassettes = {
    mode,
    find: async (request) => {
      const hit = mode === 'record' ? undefined : stored.get(key(request));
      return hit === undefined ? { miss: 'nothing like it is stored' } : { hit };
    },
    store: (request, _, response) => void stored.set(key(request), response),
    trials: async () => null,
    close: async () => undefined,
  };
  return { cassettes, stored };
}

const weather = () => ({ text: 'Sunny.', usage: { input: 10, output: 5 } });
const context = { attempt: attemptAt('weather') };
const PRICES = { 'gpt-4o': { input: 1, output: 1, input_cache_read: null, input_cache_write: null } };

test.each([
  { title: 'a whole answer', asked: { body: CHAT } },
  { title: 'a stream', asked: { body: STREAMED } },
  {
    title: 'a stream of Messages',
    asked: { provider: 'anthropic', body: { ...MESSAGES, model: 'gpt-4o', stream: true } },
  },
  { title: 'a stream of Gemini', asked: GEMINI_STREAM },
  { title: 'lines of Ollama', asked: { provider: 'ollama', body: CHAT } },
] as const)('$title is served again as it was, with its usage, and costs nothing', async ({ asked }) => {
  const { stored, cassettes } = memory('record');
  await using live = await startScene(weather, { cassettes, prices: PRICES });
  const first = await live.ask({ ...asked, context });

  await using scene = await startScene(weather, { cassettes: memory('strict', stored).cassettes, prices: PRICES });
  const again = await scene.ask({ ...asked, context });
  expect(again.text).toBe(first.text);
  expect(again.headers['content-type']).toBe(first.headers['content-type']);
  expect(scene.server.requests).toHaveLength(0);
  expect(scene.budget.spent()).toEqual({ tokens: 0, cost_usd: 0, trials: 0 });
  expect(scene.calls[0]).toMatchObject({ replayed: true, tries: 0, fault: null, answer: { text: 'Sunny.' } });
  expect(scene.calls[0]?.usage).toEqual(live.calls[0]?.usage);
});

test('strict makes no call, says why, and needs no budget', async () => {
  await using scene = await startScene(weather, { cassettes: memory('strict').cassettes });
  const told = await scene.ask({ context });
  expect(told).toMatchObject({ status: 400, headers: { 'x-should-retry': 'false' } });
  expect(told.text).toContain('agent-eval: nothing like it is stored');
  const outside = await scene.ask();
  expect(outside.status).toBe(400);
  expect(scene.calls.map(({ fault }) => fault?.kind)).toEqual(['replay_miss', 'replay_miss']);
  expect(scene.server.requests).toHaveLength(0);
});

test('auto makes the calls that are not stored, once', async () => {
  const { cassettes } = memory('auto');
  await using scene = await startScene(weather, { cassettes });
  await scene.ask({ context });
  await scene.ask({ context });
  expect(scene.server.requests).toHaveLength(1);
  expect(scene.calls.map(({ replayed }) => replayed)).toEqual([false, true]);
});

test('stored answers are served when the budget is spent', async () => {
  const { cassettes, stored } = memory('record');
  await using live = await startScene(weather, { cassettes });
  await live.ask({ context });
  await using scene = await startScene(weather, {
    cassettes: memory('auto', stored).cassettes,
    caps: { max_tokens: 0 },
  });
  expect((await scene.ask({ context })).status).toBe(200);
});

test('a call that belongs to no trial is not stored', async () => {
  const { cassettes, stored } = memory('auto');
  await using scene = await startScene(weather, { cassettes });
  await scene.ask();
  expect(stored.size).toBe(0);
});

test.each([
  { title: 'an error of the request', fault: { status: 400 } as const, kept: 1 },
  { title: 'a failure of the provider', fault: { status: 500 } as const, kept: 0 },
  { title: 'a refused key', fault: { status: 401 } as const, kept: 0 },
  { title: 'an answer that broke off', fault: { kind: 'cut', after_chunks: 1 } as const, kept: 0 },
  { title: 'something that is no answer', fault: { status: 200, body: 'hello' } as const, kept: 0 },
])('$title is kept $kept times', async ({ fault, kept }) => {
  const { cassettes, stored } = memory('record');
  await using scene = await startScene(() => ({ text: 'one two three', fault }), { cassettes });
  await scene.ask({ context });
  await scene.ask({ context, body: STREAMED });
  expect(stored.size).toBe(kept * 2);
});

test('a stored error is the request’s own fault again', async () => {
  const { cassettes, stored } = memory('record');
  await using live = await startScene(() => ({ fault: { status: 400, error: { message: 'no' } } }), { cassettes });
  const first = await live.ask({ context });
  await using scene = await startScene(weather, { cassettes: memory('strict', stored).cassettes });
  const again = await scene.ask({ context });
  expect(again).toMatchObject({ status: 400, text: first.text });
  expect(scene.calls[0]).toMatchObject({ replayed: true, fault: { kind: 'rejected', status: 400 } });
});
