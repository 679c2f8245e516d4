import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#common/json.ts';
import { expectSaid } from '#test/support/said.ts';
import { classifyRefusal } from '#wire/protocols/classify-refusal.ts';
import { readError } from '#wire/protocols/format/provider-error.ts';
import { PROVIDER_NAMES, PROVIDERS } from '#wire/protocols/providers.ts';
import { isAddedUsageChunk, withUsageRequested } from '#wire/protocols/usage-chunk.ts';
import { providerNamed } from './read-named.ts';

test('a refusal is for its key, model or credit only where a provider says so', () => {
  return expectSaid(new URL('golden/refusals.txt', import.meta.url), (text) => {
    const [, provider = '', status, body = ''] = /^(\w+) (\d+) (.*)$/.exec(text) ?? [];
    return [classifyRefusal(providerNamed(provider), Number(status), JSON.parse(body)) ?? 'none'];
  });
});

describe('an error of ours', () => {
  test("is told in each provider's own format, and read back", () => {
    expect(PROVIDERS.openai.errorBody('budget', 'agent-eval: spent', 'budget', 402)).toEqual({
      error: { message: 'agent-eval: spent', type: 'budget', param: null, code: 'budget' },
    });
    expect(PROVIDERS.anthropic.errorBody('budget', 'agent-eval: spent', null, 402)).toEqual({
      type: 'error',
      error: { type: 'budget', message: 'agent-eval: spent' },
    });
    expect(PROVIDERS.ollama.errorBody('budget', 'agent-eval: spent', null, 402)).toEqual({
      error: 'agent-eval: spent',
    });
    expect(PROVIDERS.gemini.errorBody('budget', 'agent-eval: spent', null, 402)).toEqual({
      error: { code: 402, message: 'agent-eval: spent', status: 'BUDGET' },
    });
    for (const provider of PROVIDER_NAMES) {
      expect(readError(PROVIDERS[provider].errorBody('budget', 'agent-eval: spent', null, 402))?.message).toBe(
        'agent-eval: spent',
      );
    }
  });
});

describe('an error of a provider', () => {
  test.each<[Json, Json]>([
    [
      [{ error: { code: 400, message: 'bad', status: 'INVALID_ARGUMENT' } }],
      { type: 'INVALID_ARGUMENT', code: null, message: 'bad' },
    ],
    [{ error: {} }, { type: 'error', code: null, message: 'no message' }],
    [
      { status: 'failed', error: { code: 'server_error', message: 'gone' } },
      { type: 'server_error', code: 'server_error', message: 'gone' },
    ],
    [{ error: null, choices: [] }, null],
    ['text', null],
    [[], null],
  ])('in %j is %j', (body, error) => {
    expect(readError(body)).toEqual(error);
  });
});

describe('the usage of streamed Chat Completions', () => {
  test.each<[JsonObject, JsonObject, boolean]>([
    [{ stream: true }, { stream: true, stream_options: { include_usage: true } }, true],
    [
      { stream: true, stream_options: { include_usage: false, include_obfuscation: false } },
      { stream: true, stream_options: { include_usage: true, include_obfuscation: false } },
      true,
    ],
    [{ stream: true, stream_options: null }, { stream: true, stream_options: { include_usage: true } }, true],
    [
      { stream: true, stream_options: { include_usage: true } },
      { stream: true, stream_options: { include_usage: true } },
      false,
    ],
    [{ stream: false }, { stream: false }, false],
    [{}, {}, false],
  ])('is asked for by %j as %j', (body, asked, added) => {
    expect(withUsageRequested(body)).toEqual({ body: asked, added });
  });

  test.each<[string, boolean]>([
    ['{"choices":[],"usage":{"prompt_tokens":1}}', true],
    ['{"choices":[],"usage":null}', false],
    ['{"choices":[],"prompt_filter_results":[]}', false],
    ['{"choices":[{"index":0}],"usage":{"prompt_tokens":1}}', false],
    ['{"usage":{"prompt_tokens":1}}', false],
    ['[DONE]', false],
  ])('comes in a chunk of its own: %s %s', (data, added) => {
    expect(isAddedUsageChunk(data)).toBe(added);
  });
});
