/** The fake providers are as strict as the real ones: what they let through is what the product's tests believe. */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { type ModelServer, type ModelServerOptions, startModelServer } from '#test/testing/providers/model-server.ts';

const HELLO = { role: 'user' as const, content: 'hello' };

describe('chat completions', () => {
  const CALLED = {
    role: 'assistant',
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'a', arguments: '{}' } }],
  };
  const tool = (parameters: object) => ({ tools: [{ type: 'function', function: { name: 'a', parameters } }] });

  test.each([
    ['no model', { model: undefined }, 'you must provide a model parameter'],
    ['no messages', { messages: undefined }, "Missing required parameter: 'messages'."],
    ['empty messages', { messages: [] }, "Invalid 'messages': empty array"],
    ['an unknown field', { colour: 'red' }, 'Unrecognized request argument supplied: colour'],
    ['content that is null', { messages: [{ role: 'user', content: null }] }, "Invalid value for 'content'"],
    [
      'calls without results',
      { messages: [HELLO, CALLED, HELLO] },
      "An assistant message with 'tool_calls' must be followed",
    ],
    ['a last call without results', { messages: [HELLO, CALLED] }, 'did not have response messages: call_1'],
    [
      'a result without a call',
      { messages: [{ role: 'tool', content: '1', tool_call_id: 'call_1' }] },
      "messages with role 'tool' must be",
    ],
    ['a schema that is no object', tool({ type: 'string' }), "Invalid schema for function 'a'"],
    [
      'an array without items',
      tool({ type: 'object', properties: { b: { type: 'array' } } }),
      'array schema missing items',
    ],
    ['an unknown type', tool({ type: 'object', properties: { b: { type: 'text' } } }), 'is not valid under any'],
    [
      'a tool without a function',
      { tools: [{ type: 'function', name: 'a' }] },
      "Missing required parameter: 'tools[0].function'.",
    ],
    ['a bad name', { tools: [{ type: 'function', function: { name: 'a b' } }] }, 'string does not match pattern'],
    ['parallel calls without tools', { parallel_tool_calls: true }, "only allowed when 'tools' are specified"],
    ['stream options without a stream', { stream_options: {} }, "only allowed when 'stream' is enabled"],
    ['a temperature of 3', { temperature: 3 }, 'decimal above maximum value'],
  ])('with %s are refused as a bad request', async (_, change, words) => {
    await using server = await start();
    const body = { model: 'gpt-x', messages: [HELLO], ...change };
    const error = await refused(openai(server).post('/chat/completions', { body }));
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(String(error)).toContain(words);
    expect(server.billed).toBe(0);
  });
});

describe('responses', () => {
  const RESULT = { type: 'function_call_output', call_id: 'call_1', output: '1' };
  const CALL = { type: 'function_call', call_id: 'call_1', name: 'a', arguments: '{}' };

  test.each([
    ['no input', { input: undefined }, "Missing required parameter: 'input'."],
    ['an unknown field', { messages: [] }, "Unknown parameter: 'messages'."],
    [
      'an unknown earlier response',
      { previous_response_id: 'resp_1' },
      "Previous response with id 'resp_1' not found.",
    ],
    ['a result without a call', { input: [RESULT] }, 'No tool call found for function call output'],
    ['a call without a result', { input: [CALL] }, 'No tool output found for function call call_1.'],
    ['a tool in the shape of chats', { tools: [{ type: 'function', function: { name: 'a' } }] }, "'tools[0].name'"],
  ])('with %s are refused as a bad request', async (_, change, words) => {
    await using server = await start();
    const body = { model: 'gpt-x', input: 'hello', ...change };
    const error = await refused(openai(server).post('/responses', { body }));
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(String(error)).toContain(words);
  });
});

describe('messages', () => {
  const USED = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'a', input: {} }] };
  const RESULT = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '1' }] };
  const tool = (input_schema: object) => ({ tools: [{ name: 'a', input_schema }] });

  test.each([
    ['no max_tokens', { max_tokens: undefined }, 'max_tokens: Field required'],
    ['no messages', { messages: undefined }, 'messages: Field required'],
    ['empty messages', { messages: [] }, 'messages: at least one message is required'],
    [
      'an empty input',
      { messages: [{ role: 'user', content: '' }] },
      'messages.0: user messages must have non-empty content',
    ],
    [
      'an empty text block',
      { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
      'must be non-empty',
    ],
    ['an input of blanks', { messages: [{ role: 'user', content: '  ' }] }, 'must contain non-whitespace text'],
    ['an unknown field', { seed: 7 }, 'seed: Extra inputs are not permitted'],
    ['a call without a result', { messages: [HELLO, USED, HELLO] }, 'messages.1: `tool_use` ids were found without'],
    ['a last call without a result', { messages: [HELLO, USED] }, 'messages.1: `tool_use` ids were found without'],
    ['a result without a call', { messages: [RESULT] }, 'unexpected `tool_use_id` found'],
    ['a tool in the shape of OpenAI', { tools: [{ type: 'function', function: { name: 'a' } }] }, 'tools.0'],
    ['a schema without a type', tool({}), 'tools.0.custom.input_schema.type: Field required'],
    ['a schema that is no object', tool({ type: 'array' }), "input_schema.type: Input should be 'object'"],
    ['a temperature of 2', { temperature: 2 }, 'temperature: range: 0..1'],
  ])('with %s are refused as a bad request', async (_, change, words) => {
    await using server = await start();
    const body = { model: 'claude-x', max_tokens: 9, messages: [HELLO], ...change };
    const error = await refused(anthropic(server).post('/v1/messages', { body }));
    expect(error).toBeInstanceOf(Anthropic.BadRequestError);
    expect(String(error)).toContain(words);
  });
});

test('a key or a model that is not known gets the error of its provider', async () => {
  await using server = await start({ keys: ['right'], models: ['known'] });
  const chat = (key: string, model: string) =>
    refused(openai(server, key).chat.completions.create({ model, messages: [HELLO] }));
  expect(await chat('wrong', 'known')).toMatchObject({ status: 401, code: 'invalid_api_key' });
  expect(await chat('right', 'other')).toMatchObject({ status: 404, code: 'model_not_found' });
  const message = (key: string, model: string) =>
    refused(anthropic(server, key).messages.create({ model, max_tokens: 9, messages: [HELLO] }));
  expect(await message('wrong', 'known')).toBeInstanceOf(Anthropic.AuthenticationError);
  expect(await message('right', 'other')).toBeInstanceOf(Anthropic.NotFoundError);
  expect(await chat('right', 'known')).toMatchObject({ object: 'chat.completion' });
  expect(server.billed).toBe(1);
});

function start(options: Partial<ModelServerOptions> = {}): Promise<ModelServer> {
  return startModelServer('hello', { ...options });
}

function openai(server: ModelServer, apiKey = 'sk-test'): OpenAI {
  return new OpenAI({ apiKey, baseURL: server.base_urls.openai, maxRetries: 0 });
}

function anthropic(server: ModelServer, apiKey = 'sk-ant-test'): Anthropic {
  return new Anthropic({ apiKey, baseURL: server.base_urls.anthropic, maxRetries: 0 });
}

/** What a client gets, also where it is thrown. */
function refused(answer: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(answer).catch((error: unknown) => error);
}
