import { globSync, readFileSync } from 'node:fs';
import { Anthropic } from '@anthropic-ai/sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Json } from '#common/json.ts';
import { anthropicAgent, openAiAgent } from '#test/contract/models/agent-configs.ts';
import { createChatModel, createUserModel } from '#wire/clients/create-chat-model.ts';
import { type ChatMessage, type ChatRequest, ModelCallError, type ModelRequest } from '#wire/ports.ts';
import { answering, ask, bodyOf, chunksOf, hi, request, tools } from './support.ts';

const CHAT = { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'grüße' } }] };
const RESPONSE = {
  object: 'response',
  status: 'completed',
  output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'grüße' }] }],
};
const MESSAGE = {
  type: 'message',
  role: 'assistant',
  stop_reason: 'end_turn',
  content: [{ type: 'text', text: 'grüße' }],
};

/** What is sent when a model is asked once. */
async function sent(config: Parameters<typeof createChatModel>[0], answer: Json, asked: ChatRequest) {
  const gateway = answering(answer);
  await ask(createChatModel(config, gateway), asked);
  return bodyOf(gateway);
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('integers beyond 2^53', () => {
  it('keep their digits from a model’s tool call to the next request', async () => {
    const id = '9007199254740993';
    const body = JSON.stringify({ ...MESSAGE, content: [{ type: 'tool_use', id: 't', name: 'a', input: { id: 0 } }] });
    const gateway = answering(null);
    const exact = {
      ...gateway,
      call: async (asked: ModelRequest, ...rest: [never, never]) => ({
        ...(await gateway.call(asked, ...rest)),
        body: chunksOf(body.replace('"id":0', `"id":${id}`)),
      }),
    };
    const model = createChatModel(anthropicAgent({}), exact);
    const { message } = await ask(model, request([hi], { tools }));
    expect(message).toMatchObject({ calls: [{ name: 'a', arguments: { id: 9007199254740993n } }] });
    await ask(
      model,
      request([hi, message, { role: 'tool', call_id: 't', name: 'a', content: 'ok', is_error: false }], { tools }),
    );
    expect(gateway.requests.at(-1)?.body).toContain(`"input":{"id":${id}}`);
  });
});

describe('the way to the gateway', () => {
  it.each([
    ['openai', openAiAgent({ api: 'chat' }), CHAT, '/chat/completions'],
    ['openai', openAiAgent({ api: 'responses' }), RESPONSE, '/responses'],
    ['anthropic', anthropicAgent({}), MESSAGE, '/v1/messages'],
  ] as const)(
    '%s: path below the host, lower-case headers, no key, bytes put together',
    async (provider, config, answer, path) => {
      const gateway = answering(answer);
      const { message } = await ask(createChatModel(config, gateway), request([hi]));
      expect(message.content).toBe('grüße');
      expect(gateway.requests[0]).toMatchObject({ provider, method: 'POST', path });
      const headers = gateway.requests[0]?.headers ?? {};
      expect(headers['content-type']).toBe('application/json');
      expect(Object.keys(headers).filter((name) => name !== name.toLowerCase())).toEqual([]);
      expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/key|auth/)]));
    },
  );

  it('nothing of the environment has a say', async () => {
    for (const [name, value] of Object.entries({
      OPENAI_BASE_URL: 'http://elsewhere.example/v1',
      OPENAI_API_KEY: 'sk-real',
      OPENAI_ORG_ID: 'org',
      OPENAI_PROJECT_ID: 'project',
      OPENAI_LOG: 'debug',
      ANTHROPIC_BASE_URL: 'http://elsewhere.example',
      ANTHROPIC_API_KEY: 'sk-ant-real',
      ANTHROPIC_AUTH_TOKEN: 'token',
      ANTHROPIC_LOG: 'debug',
    })) {
      vi.stubEnv(name, value);
    }
    const printed = vi.spyOn(console, 'debug');
    for (const [config, answer] of [
      [openAiAgent({}), CHAT],
      [anthropicAgent({}), MESSAGE],
    ] as const) {
      const gateway = answering(answer);
      await ask(createChatModel(config, gateway), request([hi]));
      expect(JSON.stringify(gateway.requests)).not.toMatch(/elsewhere|sk-real|sk-ant-real|"token|org"|project"/);
      expect(gateway.requests).toHaveLength(1);
    }
    expect(printed).not.toHaveBeenCalled();
  });

  it('an answer that is no completion is an error', async () => {
    for (const [config, body] of [
      [openAiAgent({}), { error: { message: 'odd' } }],
      [openAiAgent({ api: 'responses' }), { hello: 1 }],
      [anthropicAgent({}), { hello: 1 }],
      [openAiAgent({}), []],
    ] as const) {
      await expect(ask(createChatModel(config, answering(body)), request([hi]))).rejects.toThrow(ModelCallError);
    }
  });
});

describe('chat completions', () => {
  it('the ceiling of tokens has the name that the server knows', async () => {
    for (const [base_url, field] of [
      [null, 'max_completion_tokens'],
      ['https://eu.api.openai.com/v1', 'max_completion_tokens'],
      ['https://x.openai.azure.com/openai/v1', 'max_completion_tokens'],
      ['http://127.0.0.1:8000/v1', 'max_tokens'],
      ['https://notopenai.com/v1', 'max_tokens'],
    ] as const) {
      const body = await sent(openAiAgent({ base_url, max_output_tokens: 9 }), CHAT, request([hi]));
      expect(body).toEqual({ model: 'm', messages: [hi], [field]: 9 });
    }
  });

  it('requests say whether calls may be parallel only if there are tools', async () => {
    const config = openAiAgent({ parallel_tool_calls: false });
    expect(await sent(config, CHAT, request([hi]))).not.toHaveProperty('parallel_tool_calls');
    expect(await sent(config, CHAT, request([hi], { tools }))).toMatchObject({ parallel_tool_calls: false });
  });

  it('an answer goes back as it came, without the empty fields of answers', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'a', arguments: '{}' } };
    const answer = {
      role: 'assistant',
      content: null,
      refusal: null,
      annotations: [],
      audio: null,
      reasoning: 'kept',
      tool_calls: [call],
    };
    const gateway = answering({ choices: [{ finish_reason: 'stop', message: answer }] });
    const model = createChatModel(openAiAgent({}), gateway);
    const { message, finish } = await ask(model, request([hi], { tools }));
    expect(finish).toBe('tool_calls');
    await ask(model, request([hi, message], { tools }));
    expect(bodyOf(gateway)['messages']).toEqual([
      hi,
      { role: 'assistant', content: null, reasoning: 'kept', tool_calls: [call] },
    ]);
  });

  it('a seed is sent when one is given', async () => {
    expect(await sent(openAiAgent({}), CHAT, request([hi], { seed: 5 }))).toMatchObject({ seed: 5 });
  });
});

describe('responses', () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [] };
  const call = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'a', arguments: '{}', status: 'completed' };

  it.each([
    ['encrypted reasoning goes back', { ...reasoning, encrypted_content: 'xyz' }, true],
    ['reasoning in the open goes back', { ...reasoning, content: [{ type: 'reasoning_text', text: 'hm' }] }, true],
    ['reasoning that nobody could read again does not, nor ids that point to it', reasoning, false],
  ])('%s', async (_, item, kept) => {
    const gateway = answering({ ...RESPONSE, output: [item, call] });
    const model = createChatModel(openAiAgent({ api: 'responses' }), gateway);
    const { message } = await ask(model, request([hi], { tools }));
    await ask(model, request([hi, message], { tools }));
    const { id: _id, ...withoutId } = call;
    expect(bodyOf(gateway)['input']).toEqual([hi, ...(kept ? [item, call] : [withoutId])]);
  });

  it('nothing is stored, tools are not strict, the seed is unknown', async () => {
    const asked = request([hi], { tools, seed: 5, system: 's' });
    expect(await sent(openAiAgent({ api: 'responses' }), RESPONSE, asked)).toEqual({
      model: 'm',
      instructions: 's',
      input: [hi],
      tools: [
        {
          type: 'function',
          name: 'a',
          description: 'A',
          parameters: { type: 'object', properties: {} },
          strict: false,
        },
        { type: 'function', name: 'b', parameters: { type: 'object', properties: {} }, strict: false },
      ],
      store: false,
    });
  });

  it('a response that failed is an error', async () => {
    const gateway = answering({ ...RESPONSE, status: 'failed', output: [], error: { message: 'server overloaded' } });
    await expect(ask(createChatModel(openAiAgent({ api: 'responses' }), gateway), request([hi]))).rejects.toThrow(
      'server overloaded',
    );
  });
});

describe('messages', () => {
  const MARK = { cache_control: { type: 'ephemeral' } };

  it('the prompt (which follows the tools) and the end of the conversation are marked for the cache', async () => {
    expect(await sent(anthropicAgent({}), MESSAGE, request([hi], { tools, system: 's' }))).toEqual({
      model: 'm',
      max_tokens: 4096,
      system: [{ type: 'text', text: 's', ...MARK }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi', ...MARK }] }],
      tools: [
        { name: 'a', description: 'A', input_schema: { type: 'object' } },
        { name: 'b', input_schema: { type: 'object' } },
      ],
    });
  });

  it('without a prompt the last tool is marked', async () => {
    const body = await sent(anthropicAgent({}), MESSAGE, request([hi], { tools }));
    expect(body['tools']).toMatchObject([{ name: 'a' }, { name: 'b', ...MARK }]);
    expect(body).not.toHaveProperty('system');
  });

  it('nothing is marked when the config says so', async () => {
    const body = await sent(anthropicAgent({ cache: false }), MESSAGE, request([hi], { tools, system: 's' }));
    expect(JSON.stringify(body)).not.toContain('cache_control');
  });

  it('results of parallel calls are one message, the last of them marked; blank answers are left out', async () => {
    const use = (id: string) => ({ type: 'tool_use', id, name: 'a', input: {} });
    const result = (call_id: string, is_error: boolean): ChatMessage => ({
      role: 'tool',
      call_id,
      name: 'a',
      content: 'r',
      is_error,
    });
    const answer: ChatMessage = { role: 'assistant', content: '', calls: [], raw: [use('1'), use('2')] };
    const blank: ChatMessage = { role: 'assistant', content: ' ', calls: [], raw: null };
    const messages: ChatMessage[] = [
      hi,
      blank,
      { role: 'system', content: 'late rule' },
      answer,
      result('1', false),
      result('2', true),
    ];
    expect(await sent(anthropicAgent({}), MESSAGE, request(messages, { system: 's' }))).toMatchObject({
      system: [{ text: 's\n\nlate rule' }],
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: [use('1'), use('2')] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: '1', content: 'r' },
            { type: 'tool_result', tool_use_id: '2', content: 'r', is_error: true, ...MARK },
          ],
        },
      ],
    });
    // What was asked is asked again with the next call: a mark must not stay in it.
    expect(JSON.stringify(messages)).not.toContain('cache_control');
  });

  it('an empty text of the user is sent as it is', async () => {
    const messages: ChatMessage[] = [{ role: 'user', content: '' }];
    expect(await sent(anthropicAgent({}), MESSAGE, request(messages))).toMatchObject({ messages });
  });
});

describe('the model of simulated users', () => {
  it.each([
    ['openai', CHAT],
    ['anthropic', MESSAGE],
  ] as const)('%s', async (provider, answer) => {
    const gateway = answering(answer);
    await ask(createUserModel({ provider, model: 'u', temperature: 0.7, base_url: null }, gateway), request([hi]));
    expect(gateway.requests[0]?.provider).toBe(provider);
    expect(bodyOf(gateway)).toMatchObject({ model: 'u', temperature: 0.7 });
  });
});

describe("the vendors' clients", () => {
  it.each([
    ['anthropic', MESSAGE],
    ['openai', CHAT],
  ] as const)('of %s write nothing to the console, not even of a deprecated model', async (provider, answer) => {
    const spies = (['debug', 'info', 'log', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => {}),
    );
    const models = ['claude-sonnet-4-5', 'claude-opus-4-6'];
    for (const model of models) {
      const config = { model, extra: { thinking: { type: 'enabled', budget_tokens: 1024 } } };
      const agent = provider === 'anthropic' ? anthropicAgent(config) : openAiAgent(config);
      expect(await sent(agent, answer, request([hi]))).toMatchObject({ model });
    }
    expect(spies.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});

describe('the README, its documents and the examples', () => {
  it('name no model that its vendor calls deprecated', async () => {
    const texts = ['README.md', ...globSync(['docs/*.md', 'examples/*/*.{md,yml,py,ts}'])].map((file) =>
      readFileSync(file, 'utf8'),
    );
    const models = [...new Set(texts.join('\n').match(/\bclaude-[a-z0-9-]*\d\b/g))];
    expect(models.length).toBeGreaterThan(1);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const client = new Anthropic({ apiKey: 'none', fetch: async () => Response.json(MESSAGE) });
    for (const model of models) await client.messages.create({ model, max_tokens: 1, messages: [] });
    expect(warn.mock.calls).toEqual([]);
  });
});
