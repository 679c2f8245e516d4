import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import {
  type ModelServer,
  type ModelServerOptions,
  startModelServer,
} from '#test/support/model-server/model-server.ts';
import type { Fault, ModelScript } from '#test/support/model-server/script.ts';

const TEXT = 'twenty words or so, enough for a stream of several chunks, which is what these tests need to cut';
const HELLO = [{ role: 'user' as const, content: 'hello' }];

describe('faults by script', () => {
  test('a status comes with the class of error, the words and the wait of the provider', async () => {
    const script = failing({ status: 429, error: { message: 'Slow down.' }, retry_after: 2.5 });
    await using server = await startModelServer({ script });
    const openai = await askOpenai(server).catch((thrown: unknown) => thrown);
    expect(openai).toBeInstanceOf(OpenAI.RateLimitError);
    expect(openai).toMatchObject({ code: 'rate_limit_exceeded', message: '429 Slow down.' });
    expect(headersOf(openai)).toMatchObject({ 'retry-after': '3', 'retry-after-ms': '2500' });
    const anthropic = await askAnthropic(server).catch((thrown: unknown) => thrown);
    expect(anthropic).toBeInstanceOf(Anthropic.RateLimitError);
    expect(anthropic).toMatchObject({ error: { error: { type: 'rate_limit_error', message: 'Slow down.' } } });
    expect(server.billed).toBe(0);
  });

  test('type, code, body and headers may be scripted', async () => {
    const error = {
      type: 'insufficient_quota',
      code: 'insufficient_quota',
      message: 'You exceeded your current quota.',
    };
    await using quota = await startModelServer({ script: failing({ status: 429, error }) });
    await expect(askOpenai(quota)).rejects.toMatchObject({ code: 'insufficient_quota', type: 'insufficient_quota' });
    await using gateway = await startModelServer({
      script: failing({ status: 502, body: '<html>Bad gateway</html>', headers: { server: 'cloud' } }),
    });
    const answer = await fetch(`${gateway.url}/api/chat`, { method: 'POST', body: '{"model":"x"}' });
    expect([answer.status, await answer.text(), answer.headers.get('server')]).toEqual([
      502,
      '<html>Bad gateway</html>',
      'cloud',
    ]);
  });

  test('an overloaded Anthropic answers 529 in its own shape', async () => {
    await using server = await startModelServer({ script: failing({ status: 529 }) });
    await expect(askAnthropic(server)).rejects.toMatchObject({
      status: 529,
      error: { type: 'error', error: { type: 'overloaded_error' } },
    });
  });

  test('a reset connection is a connection error, and nothing is billed', async () => {
    await using server = await startModelServer({ script: failing({ kind: 'reset' }) });
    await expect(askOpenai(server)).rejects.toBeInstanceOf(OpenAI.APIConnectionError);
    expect(server.billed).toBe(0);
    expect(server.requests[0]).toMatchObject({ endpoint: 'openai_chat', status: null });
  });

  test('a hanging answer holds its place until the client goes away', async () => {
    await using server = await startModelServer({ script: failing({ kind: 'hang' }), admit: { limit: 1 } });
    const leave = new AbortController();
    const hanging = askOpenai(server, { signal: leave.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    await expect(askOpenai(server)).rejects.toBeInstanceOf(OpenAI.RateLimitError);
    leave.abort();
    await expect(hanging).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
  });

  test.each([0, 3])('a stream that is cut after %i chunks breaks the connection', async (chunks) => {
    await using server = await startModelServer({ script: failing({ kind: 'cut', after_chunks: chunks }) });
    const seen: string[] = [];
    const read = async () => {
      for await (const chunk of await streamOpenai(server)) seen.push(chunk.choices[0]?.delta.content ?? '');
    };
    await expect(read()).rejects.toThrow(/terminated|ended|closed|Connection error|other side/i);
    expect(seen).toHaveLength(chunks);
    expect(TEXT.startsWith(seen.join(''))).toBe(true);
    expect(server.billed).toBe(1);
  });

  test('a whole answer that is cut ends in the middle of its body', async () => {
    await using server = await startModelServer({ script: failing({ kind: 'cut', after_chunks: 1 }) });
    const answer = await fetch(`${server.url}/api/chat`, { method: 'POST', body: '{"model":"x","stream":false}' });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  test('an error in mid-stream is an event of the provider', async () => {
    const fault: Fault = { kind: 'stream_error', type: 'overloaded_error', message: 'Overloaded' };
    await using server = await startModelServer({ script: failing(fault) });
    const chat = async () => {
      for await (const _ of await streamOpenai(server));
    };
    await expect(chat()).rejects.toMatchObject({ type: 'overloaded_error', message: 'Overloaded' });
    const responses = async () => {
      const body = { model: 'gpt-x', input: 'hello', stream: true as const };
      for await (const _ of await openai(server).responses.create(body));
    };
    await expect(responses()).rejects.toThrow('Overloaded');
    const messages = anthropic(server).messages.stream({ model: 'claude-x', max_tokens: 9, messages: HELLO });
    await expect(messages.finalMessage()).rejects.toMatchObject({ type: 'overloaded_error' });
    const ollama = await fetch(`${server.url}/api/chat`, { method: 'POST', body: '{"model":"x"}' });
    expect((await ollama.text()).trimEnd().split('\n').at(-1)).toBe('{"error":"Overloaded"}');
  });

  test('a script that throws is told to the client and to the test', async () => {
    await using server = await startModelServer({
      script: () => {
        throw new Error('no rule for this');
      },
    });
    await expect(askOpenai(server)).rejects.toThrow('400 model script: Error: no rule for this');
    expect(server.failures).toHaveLength(1);
    expect(server.failures[0]).toContain('no rule for this');
  });
});

describe('admission', () => {
  test('more than the limit in flight is turned away, and a client that waits as told gets through', async () => {
    await using server = await startModelServer({
      script: () => ({ text: 'yes' }),
      latency_ms: 20,
      admit: { limit: 3, retry_after: 0.01 },
    });
    const patient = openai(server, 50);
    const answers = await Promise.all(Array.from({ length: 20 }, () => askOpenai(server, {}, patient)));
    expect(answers.every(({ choices }) => choices[0]?.message.content === 'yes')).toBe(true);
    expect(server.inFlightMax).toBe(3);
    expect(server.billed).toBe(20);
    const refused = server.requests.filter(({ status }) => status === 429);
    expect(refused.length).toBe(server.requests.length - 20);
    expect(refused.length).toBeGreaterThan(0);
  });

  test('the refusal is in the shape of each provider, with the time to wait', async () => {
    await using server = await startModelServer({ script: () => ({}), admit: { limit: 0, retry_after: 7 } });
    const error = await askOpenai(server).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    expect(headersOf(error)).toMatchObject({ 'retry-after': '7' });
    await expect(askAnthropic(server)).rejects.toBeInstanceOf(Anthropic.RateLimitError);
    const ollama = await fetch(`${server.url}/api/chat`, { method: 'POST', body: '{"model":"x"}' });
    expect([ollama.status, await ollama.json()]).toEqual([429, { error: expect.any(String) }]);
  });
});

describe('randomness', () => {
  test('with a seed, equal requests draw the same numbers in the same order, whatever comes between', async () => {
    const draws = async (prompts: readonly string[], options: Partial<ModelServerOptions>) => {
      await using server = await startModelServer({ script: ({ random }) => ({ text: String(random()) }), ...options });
      const told: [prompt: string, text: string | undefined, id: string][] = [];
      for (const content of prompts) {
        const answer = await openai(server).chat.completions.create({
          model: 'x',
          messages: [{ role: 'user', content }],
        });
        told.push([content, answer.choices[0]?.message.content ?? undefined, answer.id]);
      }
      return told.sort(([a], [b]) => a.localeCompare(b));
    };
    const first = await draws(['a', 'b', 'a'], { seed: 7 });
    expect(await draws(['b', 'a', 'a'], { seed: 7 })).toEqual(first);
    expect(new Set(first.map(([, text]) => text)).size).toBe(3);
    expect(await draws(['a', 'b', 'a'], { seed: 8 })).not.toEqual(first);
    expect(await draws(['a', 'b', 'a'], {})).not.toEqual(first);
  });
});

function failing(fault: Fault): ModelScript {
  return () => ({ text: TEXT, fault });
}

function openai(server: ModelServer, maxRetries = 0): OpenAI {
  return new OpenAI({ apiKey: 'sk-test', baseURL: server.base_urls.openai, maxRetries });
}

function anthropic(server: ModelServer): Anthropic {
  return new Anthropic({ apiKey: 'sk-ant-test', baseURL: server.base_urls.anthropic, maxRetries: 0 });
}

function askOpenai(server: ModelServer, options: { signal?: AbortSignal } = {}, client = openai(server)) {
  return client.chat.completions.create({ model: 'gpt-x', messages: HELLO }, options);
}

function streamOpenai(server: ModelServer) {
  return openai(server).chat.completions.create({ model: 'gpt-x', messages: HELLO, stream: true });
}

function askAnthropic(server: ModelServer) {
  return anthropic(server).messages.create({ model: 'claude-x', max_tokens: 9, messages: HELLO });
}

function headersOf(error: unknown): Record<string, string> {
  if (!(error instanceof OpenAI.APIError) || error.headers === undefined) throw error;
  return Object.fromEntries(error.headers);
}
