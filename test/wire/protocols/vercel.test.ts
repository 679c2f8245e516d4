/** Vercel's AI Gateway: headers name the model, and the shapes are those of the AI SDK, today's and those before. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import { formatOf } from '#wire/protocols/providers.ts';
import { pathWithHeaders } from '#wire/protocols/route.ts';
import { upstreamUrl } from '#wire/protocols/upstream-url.ts';
import { streamed } from './told-answers.ts';

const { inCommonNames, readRequest, readAnswer } = formatOf('vercel_language');
const COUNTS = {
  inputTokens: { total: 30, noCache: 10, cacheRead: 15, cacheWrite: 5 },
  outputTokens: { total: 12, text: 8, reasoning: 4 },
};
const USAGE = {
  input_tokens: 30,
  output_tokens: 12,
  total_tokens: 42,
  cost_usd: null,
  estimated: false,
  cache_read_tokens: 15,
  cache_write_tokens: 5,
  reasoning_tokens: 4,
  models: ['openai/gpt-5-mini'],
};
const SEARCH = { type: 'tool-call', toolCallId: 's', toolName: 'search', input: '{"q":"mug"}', providerExecuted: true };
const FOUND = { type: 'tool-result', toolCallId: 's', toolName: 'search', result: ['a mug'] };
const LOOK = { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: '{"order":"A1"}' };
const METADATA = { id: 'gen_1', modelId: 'openai/gpt-5-mini' };
const WHOLE = {
  content: [{ type: 'reasoning', text: 'hm' }, { type: 'text', text: 'Let me look.' }, SEARCH, FOUND, LOOK],
  finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
  response: METADATA,
  usage: COUNTS,
};

test('an answer has its text, calls, results of the provider’s own tools, and counts; streamed as in one piece', () => {
  const answer = readAnswer(WHOLE);
  expect(answer).toEqual({
    id: 'gen_1',
    model: 'openai/gpt-5-mini',
    text: 'Let me look.',
    calls: [
      { id: 's', name: 'search', arguments: { q: 'mug' } },
      { id: 'a', name: 'look', arguments: { order: 'A1' } },
    ],
    results: [{ call_id: 's', name: 'search', status: 'ok', result: ['a mug'] }],
    usage: USAGE,
  });
  const parts: readonly JsonObject[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', ...METADATA },
    { type: 'reasoning-delta', id: 'r', delta: 'hm' },
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'Let me ' },
    { type: 'text-delta', id: '0', delta: 'look.' },
    SEARCH,
    { ...FOUND, preliminary: true, result: [] },
    FOUND,
    { type: 'tool-input-start', id: 'a', toolName: 'look' },
    { type: 'tool-input-delta', id: 'a', delta: '{"order":' },
    LOOK,
    { type: 'finish', finishReason: WHOLE.finishReason, usage: COUNTS },
  ];
  const events = parts.map((part) => ({ event: null, data: JSON.stringify(part) }));
  expect(streamed('vercel_language', events).answer()).toEqual(answer);
  expect(streamed('vercel_language', events.slice(0, -1)).answer()).toBeNull();
  const error = {
    event: null,
    data: JSON.stringify({ type: 'error', error: { message: 'gone', type: 'overloaded' } }),
  };
  expect(streamed('vercel_language', [...events.slice(0, 5), error]).error()).toMatchObject({ message: 'gone' });
});

test('counts of older versions are numbers', () => {
  const usage = { inputTokens: 30, outputTokens: 12, totalTokens: 42, cachedInputTokens: 15, reasoningTokens: 4 };
  expect(readAnswer({ ...WHOLE, finishReason: 'stop', usage })?.usage).toMatchObject({
    input_tokens: 30,
    cache_read_tokens: 15,
    reasoning_tokens: 4,
  });
  expect(readAnswer({ ...WHOLE, usage: {} })?.usage).toBeNull();
  expect(readAnswer({ error: { message: 'no' } })).toBeNull();
});

describe('a request', () => {
  const headers = { 'ai-language-model-id': 'openai/gpt-5-mini', 'ai-language-model-streaming': 'true', other: 'x' };
  const path = pathWithHeaders('vercel', '/v3/ai/language-model', headers);

  test('is identified by the model that its headers name, which the host does not get as a query', () => {
    expect(path).toBe(
      '/v3/ai/language-model?ai-language-model-id=openai%2Fgpt-5-mini&ai-language-model-streaming=true',
    );
    expect(pathWithHeaders('vercel', '/v1/models', {})).toBe('/v1/models');
    expect(pathWithHeaders('openai', '/models?limit=1', headers)).toBe('/models?limit=1');
    const hosts = ['https://ai-gateway.vercel.sh', 'http://127.0.0.1:9/vercel'];
    expect(hosts.map((host) => upstreamUrl('vercel', host, path))).toEqual(
      hosts.map((host) => `${host}/v3/ai/language-model`),
    );
  });

  test('returns results with what kind of value they are', () => {
    const result = (id: string, output: JsonObject) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: 'look',
      output,
    });
    const prompt = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'text', text: 'Where is A1?' }] },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { order: 'A1' } }],
      },
      {
        role: 'tool',
        content: [
          result('a', { type: 'json', value: { found: true } }),
          result('b', { type: 'error-text', value: 'lost' }),
          result('c', { type: 'execution-denied', reason: 'no' }),
        ],
      },
    ];
    expect(readRequest(inCommonNames?.({ prompt }, path) ?? {}, null)).toMatchObject({
      model: 'openai/gpt-5-mini',
      stream: true,
      results: [
        { call_id: 'a', name: 'look', status: 'ok', result: { found: true } },
        { call_id: 'b', name: 'look', status: 'error', result: 'lost' },
        { call_id: 'c', name: 'look', status: 'error', result: 'no' },
      ],
    });
  });
});

test('embeddings count what they read, and are no step', () => {
  const format = formatOf('vercel_embeddings');
  const named = pathWithHeaders('vercel', '/v3/ai/embedding-model', { 'ai-model-id': 'openai/embed' });
  expect(format.readRequest(format.inCommonNames?.({ values: ['a'] }, named) ?? {}, null).model).toBe('openai/embed');
  expect(format.readAnswer({ embeddings: [[1]], usage: { tokens: 7 } })?.usage).toMatchObject({
    input_tokens: 7,
    output_tokens: 0,
  });
  expect(format.readAnswer({ embeddings: [[1]] })?.usage).toBeNull();
  expect(format.embeds).toBe(true);
});
