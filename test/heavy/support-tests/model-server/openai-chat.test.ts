import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import {
  type ModelServer,
  type ModelServerOptions,
  startModelServer,
} from '#test/support/model-server/model-server.ts';
import { recording, TOWN, weatherScript } from './weather.ts';

const TOOLS: OpenAI.ChatCompletionTool[] = [
  { type: 'function', function: { name: 'get_weather', description: 'Weather now', parameters: TOWN, strict: true } },
];

describe('chat completions through the SDK of OpenAI', () => {
  test('a whole answer has text, ids and counts', async () => {
    await using server = await start();
    const answer = await client(server).chat.completions.create({
      model: 'gpt-x',
      messages: [{ role: 'user', content: 'hello' }],
    });
    expect(answer.choices[0]?.message.content).toBe('You said: hello');
    expect(answer.choices[0]?.finish_reason).toBe('stop');
    expect(answer.id).toMatch(/^chatcmpl-\w{29}$/);
    expect(answer.model).toBe('gpt-x');
    expect(answer.usage).toMatchObject({ prompt_tokens: 2, completion_tokens: 4, total_tokens: 6 });
  });

  test('a stream gives the same text, and usage only when it was asked for', async () => {
    await using server = await start();
    const body = {
      model: 'gpt-x',
      messages: [{ role: 'user' as const, content: 'hello 🌦 '.repeat(9) }],
      stream: true as const,
    };
    for (const asked of [false, true]) {
      const stream = await client(server).chat.completions.create({
        ...body,
        ...(asked ? { stream_options: { include_usage: true } } : {}),
      });
      const chunks = [];
      for await (const chunk of stream) chunks.push(chunk);
      expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(
        `You said: ${'hello 🌦 '.repeat(9)}`,
      );
      expect(chunks.filter(({ usage }) => usage !== undefined && usage !== null)).toHaveLength(asked ? 1 : 0);
      expect(chunks.at(-1)?.choices).toHaveLength(asked ? 0 : 1);
    }
  });

  test('the tool loop of the SDK runs to its end, streamed', async () => {
    const { asked, script } = recording(weatherScript);
    await using server = await start({ script });
    const runner = client(server).chat.completions.runTools({
      model: 'gpt-x',
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'weather in Brno' },
      ],
      tools: [
        {
          type: 'function',
          function: {
            name: 'get_weather',
            description: 'Weather now',
            parameters: TOWN,
            parse: JSON.parse,
            function: ({ town }: { town: string }) => `sun over ${town}`,
          },
        },
      ],
    });
    expect(await runner.finalContent()).toBe('In Brno: sun over Brno');
    expect(asked.map(({ system, tools, stream }) => ({ system, tools, stream }))).toEqual(
      Array(2).fill({ system: 'Be brief.', tools: ['get_weather'], stream: true }),
    );
    const id = asked[1]?.messages[1]?.calls[0]?.id;
    expect(id).toMatch(/^call_\w{24}$/);
    expect(asked[1]?.messages).toEqual([
      message('user', 'weather in Brno'),
      { ...message('assistant', 'Let me look.'), calls: [{ id, name: 'get_weather', arguments: { town: 'Brno' } }] },
      { ...message('tool', 'sun over Brno'), call_id: id, tool_name: 'get_weather' },
    ]);
    expect(server.failures).toEqual([]);
  });

  test('one call at a time is served where the request says so', async () => {
    await using server = await start({ script: () => ({ calls: [{ name: 'a' }, { name: 'b' }] }) });
    const count = async (parallel_tool_calls: boolean) => {
      const answer = await client(server).chat.completions.create({
        model: 'gpt-x',
        messages: [{ role: 'user', content: 'hello' }],
        tools: TOOLS,
        parallel_tool_calls,
      });
      expect(answer.choices[0]?.finish_reason).toBe('tool_calls');
      return answer.choices[0]?.message.tool_calls?.length;
    };
    expect(await count(true)).toBe(2);
    expect(await count(false)).toBe(1);
  });

  test('malformed arguments and scripted usage go out as they are', async () => {
    await using server = await start({
      script: () => ({
        calls: [{ name: 'get_weather', arguments: '{"town": ', id: 'call_7' }],
        usage: { input: 100, output: 20, cache_read: 60, reasoning: 5 },
        model: 'gpt-x-2026',
      }),
    });
    const answer = await client(server).chat.completions.create({
      model: 'gpt-x',
      messages: [{ role: 'user', content: 'hello' }],
      tools: TOOLS,
    });
    expect(answer.choices[0]?.message.tool_calls).toEqual([
      { id: 'call_7', type: 'function', function: { name: 'get_weather', arguments: '{"town": ' } },
    ]);
    expect(answer.model).toBe('gpt-x-2026');
    expect(answer.usage).toMatchObject({
      prompt_tokens: 100,
      completion_tokens: 20,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 5 },
    });
  });

  const CALLED = {
    role: 'assistant',
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'a', arguments: '{}' } }],
  };
  const HELLO = { role: 'user', content: 'hello' };
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
  ])('%s is refused as a bad request', async (_, change, words) => {
    await using server = await start();
    const sent = client(server).post('/chat/completions', { body: { model: 'gpt-x', messages: [HELLO], ...change } });
    const error = await sent.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(String(error)).toContain(words);
    expect(server.billed).toBe(0);
  });

  test('keys and models that are not known get the errors of the provider', async () => {
    await using server = await start({ keys: ['sk-right'], models: ['gpt-x'] });
    const ask = (apiKey: string, model: string) =>
      new OpenAI({ apiKey, baseURL: server.base_urls.openai, maxRetries: 0 }).chat.completions
        .create({ model, messages: [{ role: 'user', content: 'hello' }] })
        .catch((error: unknown) => error);
    const wrongKey = await ask('sk-wrong-wrong-wrong', 'gpt-x');
    expect(wrongKey).toBeInstanceOf(OpenAI.AuthenticationError);
    expect(wrongKey).toMatchObject({ code: 'invalid_api_key' });
    const wrongModel = await ask('sk-right', 'gpt-y');
    expect(wrongModel).toBeInstanceOf(OpenAI.NotFoundError);
    expect(wrongModel).toMatchObject({ code: 'model_not_found' });
    expect(await ask('sk-right', 'gpt-x')).toMatchObject({ object: 'chat.completion' });
    expect(server.billed).toBe(1);
  });

  test('embeddings: texts that share words are near', async () => {
    await using server = await start();
    const { data, usage } = await client(server).embeddings.create({
      model: 'embed-x',
      input: ['refund an order', 'order refund policy', 'blue whales'],
    });
    const [query, near, far] = data.map(({ embedding }) => embedding);
    expect(query).toHaveLength(1536);
    expect(dot(query, near)).toBeGreaterThan(0.5);
    expect(dot(query, far)).toBeLessThan(0.2);
    expect(usage.prompt_tokens).toBe(12);
    expect(server.billed).toBe(1);
  });

  test('models and moderations answer', async () => {
    await using server = await start({ models: ['gpt-x'] });
    expect((await client(server).models.list()).data.map(({ id }) => id)).toEqual(['gpt-x']);
    expect((await client(server).models.retrieve('gpt-x')).id).toBe('gpt-x');
    await expect(client(server).models.retrieve('gpt-y')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    expect((await client(server).moderations.create({ input: 'hello' })).results[0]?.flagged).toBe(false);
    expect(server.billed).toBe(0);
  });
});

function start(options: Partial<ModelServerOptions> = {}): Promise<ModelServer> {
  return startModelServer({ script: weatherScript, ...options });
}

function client(server: ModelServer): OpenAI {
  return new OpenAI({ apiKey: 'sk-test', baseURL: server.base_urls.openai, maxRetries: 0 });
}

function message(role: string, text: string) {
  return { role, text, calls: [], call_id: null, tool_name: null, is_error: false };
}

function dot(a: readonly number[] = [], b: readonly number[] = []): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
