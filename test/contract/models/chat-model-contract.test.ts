import { describe, expect, it } from 'vitest';
import type { ModelAgentConfig } from '#config/model-agent-config.ts';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { createChatModel } from '#wire/clients/create-chat-model.ts';
import { ModelCallError } from '#wire/ports.ts';
import { anthropicAgent, openAiAgent } from './agent-configs.ts';
import { listeningContext, startScriptedGateway } from './scripted-gateway.ts';

/** What differs between the bodies of requests: the names of fields. */
interface Fields {
  /** Those of a request that sets nothing. */
  readonly least: readonly string[];
  readonly max_output_tokens: string;
}

const CHAT: Fields = { least: ['messages', 'model'], max_output_tokens: 'max_completion_tokens' };
const RESPONSES: Fields = { least: ['input', 'model', 'store'], max_output_tokens: 'max_output_tokens' };
const ANTHROPIC: Fields = { least: ['max_tokens', 'messages', 'model'], max_output_tokens: 'max_tokens' };

/** Conversations with tools, over several turns and at the same time: see test/runner/agents/model and test/heavy/contract. */
const ADAPTERS: readonly (readonly [name: string, config: ModelAgentConfig, fields: Fields])[] = [
  ['openai chat', openAiAgent({ api: 'chat' }), CHAT],
  ['openai responses', openAiAgent({ api: 'responses' }), RESPONSES],
  ['anthropic messages', anthropicAgent({}), ANTHROPIC],
  ['anthropic messages without cache', anthropicAgent({ cache: false }), ANTHROPIC],
];

describe.each(ADAPTERS)('%s', (_, config, fields) => {
  /** Asks the model once: what came of it, the requests that its server saw, and the calls that the gateway told of. */
  async function asked(script: ModelScript, settings: object = {}) {
    const { gateway, server, close } = await startScriptedGateway(script);
    const context = listeningContext();
    const request = { system: null, messages: [{ role: 'user', content: 'Hi' }], tools: [], seed: null } as const;
    const model = createChatModel({ ...config, ...settings }, gateway);
    const answer = await model
      .complete(request, context, new AbortController().signal)
      .catch((error: unknown) => error);
    await close();
    expect(server.failures).toEqual([]);
    return { answer, requests: server.requests, calls: context.calls };
  }

  it('without prompt and tools sends neither', async () => {
    const { requests } = await asked(() => ({ text: 'ok' }));
    expect(Object.keys(requests[0]?.body ?? {}).sort()).toEqual(fields.least);
  });

  it('sampling is sent only where it is set, extra fields win', async () => {
    const extra = { metadata: { user_id: 'u' } };
    const settings = { temperature: 0.2, top_p: 0.9, max_output_tokens: 77, extra };
    const { requests } = await asked(() => ({ text: 'x' }), settings);
    const body = { temperature: 0.2, top_p: 0.9, [fields.max_output_tokens]: 77, ...extra };
    expect(requests[0]?.body).toMatchObject(body);
  });

  it.each(['length', 'refusal'] as const)('an answer that ends with %s says so', async (finish) => {
    const { answer } = await asked(() => ({ text: 'half a', finish }));
    expect(answer).toMatchObject({ finish, message: { content: 'half a', calls: [] } });
  });

  it.each([
    [{ status: 400, error: { message: 'no empty input' } }, 'rejected'],
    [{ status: 429 }, 'rate_limit'],
    [{ status: 500, error: { message: 'boom' } }, 'provider'],
    [{ kind: 'reset' }, 'network'],
    [{ kind: 'cut', after_chunks: 1 }, 'network'],
  ] as const)("%j is told as %s, and nothing is tried again behind the gateway's back", async (fault, kind) => {
    const { answer, requests, calls } = await asked(() => ({ text: 'x', fault }));
    expect(answer).toBeInstanceOf(ModelCallError);
    expect(requests).toHaveLength(1);
    expect(calls.map((call) => call.fault?.kind)).toEqual([kind]);
  });
});
