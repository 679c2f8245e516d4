import { afterEach, describe, expect, it } from 'vitest';
import type { ToolSchema } from '#cases/tools/tool-schema.ts';
import type { ModelAgentConfig } from '#config/model-agent-config.ts';
import type { ModelServerOptions } from '#test/testing/providers/model-server.ts';
import { createChatModel } from '#wire/clients/create-chat-model.ts';
import { type ChatMessage, type ChatModel, ModelCallError, type ModelGateway } from '#wire/ports.ts';
import { anthropicAgent, openAiAgent } from './agent-configs.ts';
import {
  listeningContext,
  type ScriptedGateway,
  type ScriptedGatewayOptions,
  startScriptedGateway,
} from './scripted-gateway.ts';

/** What differs between the bodies of requests: the names of fields. */
interface Fields {
  /** Those of a request that sets nothing. */
  readonly least: readonly string[];
  readonly max_output_tokens: string;
}

const ANTHROPIC: Fields = { least: ['max_tokens', 'messages', 'model'], max_output_tokens: 'max_tokens' };

const ADAPTERS: readonly (readonly [name: string, config: ModelAgentConfig, fields: Fields])[] = [
  [
    'openai chat',
    openAiAgent({ api: 'chat' }),
    { least: ['messages', 'model'], max_output_tokens: 'max_completion_tokens' },
  ],
  [
    'openai responses',
    openAiAgent({ api: 'responses' }),
    { least: ['input', 'model', 'store'], max_output_tokens: 'max_output_tokens' },
  ],
  ['anthropic messages', anthropicAgent({}), ANTHROPIC],
  ['anthropic messages without cache', anthropicAgent({ cache: false }), ANTHROPIC],
];

const tools: readonly ToolSchema[] = [
  {
    name: 'get_weather',
    description: 'Weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
  { name: 'ping', description: null, parameters: { type: 'object', properties: {} } },
];

const never = new AbortController().signal;

let started: ScriptedGateway | null = null;
afterEach(async () => {
  await started?.close();
  expect(started?.server.failures ?? []).toEqual([]);
  started = null;
});

async function open(script: ModelServerOptions['script'], options?: ScriptedGatewayOptions): Promise<ScriptedGateway> {
  started = await startScriptedGateway(script, options);
  return started;
}

function user(content: string): ChatMessage {
  return { role: 'user', content };
}

function result(call_id: string | null | undefined, content: string, is_error = false): ChatMessage {
  return { role: 'tool', call_id: call_id ?? '', name: 'get_weather', content, is_error };
}

describe.each(ADAPTERS)('%s', (_, config, fields) => {
  const modelOf = (gateway: ModelGateway): ChatModel => createChatModel(config, gateway);

  it('asks with prompt, history and tools, and gives text back', async () => {
    const { gateway, server } = await open(({ system, messages, tools: offered }) => ({
      text: `${system} | ${messages.map(({ role, text }) => `${role}: ${text}`).join(' / ')} | ${offered.join()}`,
    }));
    const answer = await modelOf(gateway).complete(
      {
        system: 'Be kind.',
        messages: [user('Hi'), { role: 'assistant', content: 'Hello', calls: [], raw: null }, user('And now?')],
        tools,
        seed: null,
      },
      listeningContext(),
      never,
    );
    expect(answer.message.content).toBe('Be kind. | user: Hi / assistant: Hello / user: And now? | get_weather,ping');
    expect(answer.message.calls).toEqual([]);
    expect(answer.finish).toBe('stop');
    expect(server.requests).toHaveLength(1);
  });

  it('without prompt and tools sends neither', async () => {
    const { gateway, server } = await open(() => ({ text: 'ok' }));
    await modelOf(gateway).complete(
      { system: null, messages: [user('Hi')], tools: [], seed: null },
      listeningContext(),
      never,
    );
    expect(Object.keys(server.requests[0]?.body ?? {}).sort()).toEqual(fields.least);
  });

  it('parallel calls, their results handed back in the shape of the API, one failed', async () => {
    const { gateway } = await open(({ messages }) => {
      const results = messages.filter(({ role }) => role === 'tool');
      if (results.length === 0) {
        return {
          text: 'Looking.',
          reasoning: 'Two cities.',
          calls: [
            { name: 'get_weather', arguments: { city: 'Oslo' } },
            { name: 'get_weather', arguments: { city: 'Rome' } },
          ],
        };
      }
      return { text: results.map(({ tool_name, text }) => `${tool_name}: ${text}`).join(' / ') };
    });
    const model = modelOf(gateway);
    const context = listeningContext();
    const request = { system: 'Weather.', tools, seed: null };
    const first = await model.complete({ ...request, messages: [user('Oslo and Rome?')] }, context, never);
    expect(first.finish).toBe('tool_calls');
    expect(first.message.calls.map(({ name, arguments: args }) => [name, args])).toEqual([
      ['get_weather', { city: 'Oslo' }],
      ['get_weather', { city: 'Rome' }],
    ]);
    const [oslo, rome] = first.message.calls;
    const messages = [
      user('Oslo and Rome?'),
      first.message,
      result(oslo?.id, '{"c":3}'),
      result(rome?.id, 'no such city', true),
    ];
    const second = await model.complete({ ...request, messages }, context, never);
    expect(second.finish).toBe('stop');
    expect(second.message.content).toBe('get_weather: {"c":3} / get_weather: no such city');

    // The recorder's account of the same calls.
    expect(context.calls.map(({ answer }) => answer?.calls)).toEqual([first.message.calls, []]);
    expect(context.calls[1]?.request.results.map(({ result: given }) => given)).toEqual(['{"c":3}', 'no such city']);
    // And the conversation goes on after it.
    const third = await model.complete(
      { ...request, messages: [...messages, second.message, user('Thanks')] },
      context,
      never,
    );
    expect(third.finish).toBe('stop');
  });

  it('arguments that are no JSON are kept, and the conversation can go on', async () => {
    if (config.kind !== 'openai') return; // The others' arguments come parsed.
    const { gateway } = await open(({ messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? { text: 'sorry' }
        : { calls: [{ name: 'ping', arguments: '{"a": ' }] },
    );
    const model = modelOf(gateway);
    const request = { system: null, tools, seed: null };
    const { message } = await model.complete({ ...request, messages: [user('x')] }, listeningContext(), never);
    expect(message.calls[0]).toMatchObject({ name: 'ping', arguments: { unparsed_arguments: '{"a": ' } });
    const messages = [user('x'), message, result(message.calls[0]?.id, 'no JSON', true)];
    const next = await model.complete({ ...request, messages }, listeningContext(), never);
    expect(next.message.content).toBe('sorry');
  });

  it.each(['length', 'refusal'] as const)('an answer that ends with %s says so', async (finish) => {
    const { gateway } = await open(() => ({ text: 'half a', finish }));
    const answer = await modelOf(gateway).complete(
      { system: null, messages: [user('x')], tools, seed: null },
      listeningContext(),
      never,
    );
    expect(answer.finish).toBe(finish);
    expect(answer.message.content).toBe('half a');
  });

  it('usage is the gateway’s: caches and reasoning are parts of input and output', async () => {
    const { gateway } = await open(
      () => ({ text: 'x', usage: { input: 1000, output: 50, cache_read: 800, reasoning: 20 } }),
      { prices: { [config.model]: { input: 1, output: 10, input_cache_read: 0.1, input_cache_write: null } } },
    );
    const context = listeningContext();
    await modelOf(gateway).complete({ system: null, messages: [user('x')], tools, seed: null }, context, never);
    expect(context.calls).toHaveLength(1);
    expect(context.calls[0]?.usage).toMatchObject({
      input_tokens: 1000,
      output_tokens: 50,
      total_tokens: 1050,
      cache_read_tokens: 800,
      estimated: false,
    });
    expect(context.calls[0]?.usage?.cost_usd).toBeCloseTo((200 * 1 + 800 * 0.1 + 50 * 10) / 1e6, 12);
  });

  it('sampling is sent only where it is set, extra fields win', async () => {
    const { gateway, server } = await open(() => ({ text: 'x' }));
    const given = { temperature: 0.2, top_p: 0.9, max_output_tokens: 77 };
    const extra = { metadata: { user_id: 'u' } };
    await createChatModel({ ...config, ...given, extra }, gateway).complete(
      { system: null, messages: [user('x')], tools: [], seed: null },
      listeningContext(),
      never,
    );
    const body = server.requests[0]?.body ?? {};
    expect(body).toMatchObject({ temperature: 0.2, top_p: 0.9, [fields.max_output_tokens]: 77, ...extra });
  });

  it('one request only: nothing is tried again behind the gateway’s back', async () => {
    const { gateway, server } = await open(() => ({ fault: { status: 500, error: { message: 'boom' } } }));
    const context = listeningContext();
    await expect(
      modelOf(gateway).complete({ system: null, messages: [user('x')], tools, seed: null }, context, never),
    ).rejects.toThrow(ModelCallError);
    expect(server.requests).toHaveLength(1);
    expect(context.calls.map(({ fault }) => fault?.kind)).toEqual(['provider']);
  });

  it.each([
    [{ status: 400, error: { message: 'no empty input' } }, 'rejected'],
    [{ status: 429 }, 'rate_limit'],
    [{ kind: 'reset' }, 'network'],
    [{ kind: 'cut', after_chunks: 1 }, 'network'],
  ] as const)('%j is told as %s', async (fault, kind) => {
    const { gateway } = await open(() => ({ text: 'x', fault }));
    const context = listeningContext();
    await expect(
      modelOf(gateway).complete({ system: null, messages: [user('x')], tools, seed: null }, context, never),
    ).rejects.toThrow(ModelCallError);
    expect(context.calls.map((call) => call.fault?.kind)).toEqual([kind]);
  });

  it('an aborted call ends at once', async () => {
    const abort = new AbortController();
    const { gateway } = await open(() => {
      abort.abort();
      return { fault: { kind: 'hang' } };
    });
    await expect(
      modelOf(gateway).complete(
        { system: null, messages: [user('x')], tools, seed: null },
        listeningContext(),
        abort.signal,
      ),
    ).rejects.toThrow(ModelCallError);
  });

  it('a refusal of the context reaches nobody', async () => {
    const { gateway, server } = await open(() => ({ text: 'x' }));
    const context = { ...listeningContext(), refusal: () => 'that is enough' };
    await expect(
      modelOf(gateway).complete({ system: null, messages: [user('x')], tools, seed: null }, context, never),
    ).rejects.toThrow('that is enough');
    expect(server.requests).toHaveLength(0);
  });

  it('many calls at once each have their own context', async () => {
    const { gateway } = await open(({ messages }) => ({ text: messages[0]?.text ?? '' }));
    const model = modelOf(gateway);
    const contexts = Array.from({ length: 20 }, () => listeningContext());
    await Promise.all(
      contexts.map((context, index) =>
        model.complete({ system: null, messages: [user(`n${index}`)], tools: [], seed: null }, context, never),
      ),
    );
    expect(contexts.map(({ calls }) => calls.map(({ answer }) => answer?.text).join())).toEqual(
      contexts.map((_, index) => `n${index}`),
    );
  });
});
