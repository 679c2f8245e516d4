import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#common/json.ts';
import { classifyRefusal, type Refusal } from '#wire/protocols/classify-refusal.ts';
import { readError } from '#wire/protocols/format/provider-error.ts';
import { PROVIDER_NAMES, PROVIDERS, type Provider } from '#wire/protocols/providers.ts';
import { isAddedUsageChunk, withUsageRequested } from '#wire/protocols/usage-chunk.ts';

const openai = (message: string, type: string, code: string | null): Json => ({
  error: { message, type, param: null, code },
});
const gemini = (code: number, status: string, message: string): Json => ({ error: { code, status, message } });
const anthropic = (type: string, message: string): Json => ({
  type: 'error',
  error: { type, message },
  request_id: 'req',
});

describe('a refusal', () => {
  test.each<[Provider, number, Json, Refusal | null]>([
    ['openai', 401, openai('Incorrect API key provided: sk-x.', 'invalid_request_error', 'invalid_api_key'), 'key'],
    [
      'openai',
      403,
      openai('Country not supported', 'request_forbidden', 'unsupported_country_region_territory'),
      'key',
    ],
    ['anthropic', 401, anthropic('authentication_error', 'invalid x-api-key'), 'key'],
    ['anthropic', 403, anthropic('permission_error', 'not allowed'), 'key'],
    ['ollama', 401, 'unauthorized', 'key'],
    [
      'openai',
      404,
      openai(
        'The model `gpt-9` does not exist or you do not have access to it.',
        'invalid_request_error',
        'model_not_found',
      ),
      'model',
    ],
    [
      'openai',
      403,
      openai('Project `p` does not have access to model `gpt-4`', 'invalid_request_error', 'model_not_found'),
      'model',
    ],
    ['openai', 400, openai('invalid model ID', 'invalid_request_error', null), 'model'],
    [
      'openai',
      404,
      { object: 'error', message: 'The model `x` does not exist.', type: 'NotFoundError', code: 404 },
      'model',
    ],
    [
      'openai',
      404,
      { error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' } },
      'model',
    ],
    ['anthropic', 404, anthropic('not_found_error', 'model: claude-9'), 'model'],
    ['ollama', 404, { error: 'model "x" not found, try pulling it first' }, 'model'],
    ['ollama', 404, { error: "model 'x:latest' not found" }, 'model'],
    ['ollama', 404, openai('model "x" not found, try pulling it first', 'api_error', null), 'model'],
    ['openai', 429, openai('You exceeded your current quota', 'insufficient_quota', 'insufficient_quota'), 'credit'],
    [
      'openai',
      400,
      openai('Billing hard limit has been reached', 'invalid_request_error', 'billing_hard_limit_reached'),
      'credit',
    ],
    [
      'anthropic',
      400,
      anthropic('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
      'credit',
    ],
    ['bedrock', 400, { message: 'The provided model identifier is invalid.' }, 'model'],
    ['bedrock', 403, { message: "You don't have access to the model with the specified model ID." }, 'model'],
    ['bedrock', 403, { message: 'The security token included in the request is invalid.' }, 'key'],
    ['bedrock', 403, { message: 'The security token included in the request is expired' }, 'expired'],
    ['bedrock', 429, { message: 'Too many requests, please wait before trying again.' }, null],
    ['bedrock', 400, { message: 'The text field in the ContentBlock object is blank.' }, null],
    ['gemini', 404, gemini(404, 'NOT_FOUND', 'models/x is not found for API version v1beta'), 'model'],
    ['gemini', 400, gemini(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'), 'key'],
    ['gemini', 403, gemini(403, 'PERMISSION_DENIED', "Method doesn't allow unregistered callers"), 'key'],
    ['gemini', 429, gemini(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota'), null],
    ['gemini', 400, gemini(400, 'INVALID_ARGUMENT', '* GenerateContentRequest.contents: not specified'), null],
    ['openai', 402, { error: { message: 'Insufficient Balance' } }, 'credit'],
    ['openai', 429, openai('Rate limit reached for gpt-4o', 'tokens', 'rate_limit_exceeded'), null],
    ['openai', 404, openai('Invalid URL (POST /v1/x)', 'invalid_request_error', null), null],
    [
      'openai',
      400,
      openai(
        "Unsupported parameter: 'temperature' is not supported with this model.",
        'invalid_request_error',
        'unsupported_parameter',
      ),
      null,
    ],
    ['openai', 400, openai("Invalid content 'the model `x` does not exist'", 'invalid_request_error', null), null],
    ['anthropic', 404, anthropic('not_found_error', 'Not found'), null],
    ['anthropic', 400, anthropic('invalid_request_error', 'messages: at least one message is required'), null],
    ['anthropic', 529, anthropic('overloaded_error', 'Overloaded'), null],
    ['openai', 500, openai('insufficient_quota', 'insufficient_quota', 'insufficient_quota'), null],
    ['openai', 200, openai('x', 'insufficient_quota', null), null],
    ['openai', 429, openai('Model x is not available right now', 'server_busy', null), null],
    ['openai', 404, 'model x not found', 'model'],
    ['openai', 404, null, null],
  ])('of %s with %d %j is one of: %s', (provider, status, body, refusal) => {
    expect(classifyRefusal(provider, status, body)).toBe(refusal);
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
