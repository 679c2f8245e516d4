import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '#test/support/model-server/model-server.ts';
import { recording, TOWN, weatherScript } from './weather.ts';

const TOOLS: Anthropic.Tool[] = [{ name: 'get_weather', description: 'Weather now', input_schema: TOWN }];
const HELLO = { role: 'user' as const, content: 'hello' };

describe('messages through the SDK of Anthropic', () => {
  test.each([false, true])('a tool loop runs to its end (streamed: %s)', async (streamed) => {
    const { asked, script } = recording(weatherScript);
    await using server = await startModelServer({ script });
    const create = (messages: Anthropic.MessageParam[]) => {
      const body = { model: 'claude-x', max_tokens: 100, system: 'Be brief.', messages, tools: TOOLS };
      return streamed ? client(server).messages.stream(body).finalMessage() : client(server).messages.create(body);
    };
    const question: Anthropic.MessageParam = { role: 'user', content: 'weather in Brno' };
    const first = await create([question]);
    expect(first.stop_reason).toBe('tool_use');
    expect(first.id).toMatch(/^msg_01\w{22}$/);
    expect(first.content).toEqual([
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_use', id: expect.stringMatching(/^toolu_01\w{22}$/), name: 'get_weather', input: { town: 'Brno' } },
    ]);
    const id = first.content.find((block) => block.type === 'tool_use')?.id ?? '';
    const second = await create([
      question,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'no such town', is_error: true }] },
    ]);
    expect(second.stop_reason).toBe('end_turn');
    expect(second.content.at(-1)).toEqual({ type: 'text', text: 'In Brno: no such town' });
    expect(second.content[0]).toMatchObject({ type: 'thinking', thinking: 'It is told.' });
    expect(asked[1]).toMatchObject({ system: 'Be brief.', stream: streamed, tools: ['get_weather'] });
    expect(asked[1]?.messages.at(-1)).toEqual({
      role: 'tool',
      text: 'no such town',
      calls: [],
      call_id: id,
      tool_name: 'get_weather',
      is_error: true,
    });
    expect(server.failures).toEqual([]);
  });

  test('what a cache gave and took is counted beside the input', async () => {
    const usage = { input: 100, output: 7, cache_read: 60, cache_write: 30 };
    await using server = await startModelServer({ script: () => ({ text: 'yes', usage }) });
    const body = { model: 'claude-x', max_tokens: 9, messages: [HELLO] };
    const whole = await client(server).messages.create(body);
    const streamed = await client(server).messages.stream(body).finalMessage();
    for (const answer of [whole, streamed])
      expect(answer.usage).toMatchObject({
        input_tokens: 10,
        cache_read_input_tokens: 60,
        cache_creation_input_tokens: 30,
        output_tokens: 7,
      });
  });

  test('a stream has the events of the real one, ping included', async () => {
    await using server = await startModelServer({ script: () => ({ text: 'yes' }) });
    const stream = await fetch(`${server.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ model: 'claude-x', max_tokens: 9, messages: [HELLO], stream: true }),
    });
    const names = [...(await stream.text()).matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
    expect(names).toEqual([
      'message_start',
      'content_block_start',
      'ping',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  test('one call at a time is served where the request says so', async () => {
    await using server = await startModelServer({ script: () => ({ calls: [{ name: 'a' }, { name: 'b' }] }) });
    const answer = await client(server).messages.create({
      model: 'claude-x',
      max_tokens: 9,
      messages: [HELLO],
      tools: TOOLS,
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    });
    expect(answer.content).toHaveLength(1);
  });

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
  ])('%s is refused as a bad request', async (_, change, words) => {
    await using server = await startModelServer({ script: weatherScript });
    const body = { model: 'claude-x', max_tokens: 9, messages: [HELLO], ...change };
    const error = await client(server)
      .post('/v1/messages', { body })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Anthropic.BadRequestError);
    expect(String(error)).toContain(words);
  });

  test('keys and models that are not known get the errors of the provider', async () => {
    await using server = await startModelServer({ script: weatherScript, keys: ['right'], models: ['claude-x'] });
    const ask = (apiKey: string, model: string) =>
      new Anthropic({ apiKey, baseURL: server.url, maxRetries: 0 }).messages
        .create({ model, max_tokens: 9, messages: [HELLO] })
        .catch((error: unknown) => error);
    expect(await ask('wrong', 'claude-x')).toBeInstanceOf(Anthropic.AuthenticationError);
    expect(await ask('right', 'claude-y')).toBeInstanceOf(Anthropic.NotFoundError);
    expect(await ask('right', 'claude-x')).toMatchObject({ type: 'message' });
  });

  test('tokens are counted and models are listed', async () => {
    await using server = await startModelServer({ script: weatherScript, models: ['claude-x'] });
    const counted = await client(server).messages.countTokens({ model: 'claude-x', messages: [HELLO], tools: TOOLS });
    expect(counted.input_tokens).toBeGreaterThan(20);
    expect((await client(server).models.list()).data.map(({ id }) => id)).toEqual(['claude-x']);
    expect((await client(server).models.retrieve('claude-x')).type).toBe('model');
    expect(server.billed).toBe(0);
  });
});

function client(server: ModelServer): Anthropic {
  return new Anthropic({ apiKey: 'sk-ant-test', baseURL: server.base_urls.anthropic, maxRetries: 0 });
}
