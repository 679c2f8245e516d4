import { describe, expect, test } from 'vitest';
import { createChatModel } from '#adapters/models/clients/create-chat-model.ts';
import { type ChatMessage, ModelCallError } from '#adapters/models/ports.ts';
import type { JsonObject } from '#domain/json.ts';
import { bedrockAgent } from '#test/contract/models/agent-configs.ts';
import { answering, ask, bodyOf, hi, request, tools } from './support.ts';

const said = (content: readonly JsonObject[], stopReason = 'end_turn'): JsonObject => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
});
const modelOf = (answer: JsonObject, config = {}) => {
  const gateway = answering(answer);
  return { gateway, model: createChatModel(bedrockAgent(config), gateway) };
};
const result = (call_id: string, content: string, is_error = false): ChatMessage => ({
  role: 'tool',
  call_id,
  name: 'a',
  content,
  is_error,
});

describe('a request to Converse', () => {
  test('has prompt, tools and sampling in the places of the API, and joins its extra settings with ours', async () => {
    const config = {
      temperature: 0.5,
      top_p: 0.9,
      max_output_tokens: 9,
      extra: { inferenceConfig: { stopSequences: ['.'] }, toolConfig: { toolChoice: { any: {} } } },
    };
    const { gateway, model } = modelOf(said([{ text: 'x' }]), config);
    await ask(model, request([hi, { role: 'system', content: 'late rule' }], { tools, system: 's', seed: 5 }));
    const inputSchema = { json: { type: 'object', properties: {} } };
    expect(bodyOf(gateway)).toEqual({
      system: [{ text: 's\n\nlate rule' }],
      messages: [{ role: 'user', content: [{ text: 'hi' }] }],
      toolConfig: {
        tools: [{ toolSpec: { name: 'a', description: 'A', inputSchema } }, { toolSpec: { name: 'b', inputSchema } }],
        toolChoice: { any: {} },
      },
      inferenceConfig: { temperature: 0.5, topP: 0.9, maxTokens: 9, stopSequences: ['.'] },
    });
  });

  test('for an ARN has its slashes encoded', async () => {
    const { gateway, model } = modelOf(said([{ text: 'x' }]), {
      model: 'arn:aws:bedrock:eu-west-1:1:inference-profile/m',
    });
    await ask(model, request([hi]));
    expect(gateway.requests[0]?.path).toBe(
      '/model/arn%3Aaws%3Abedrock%3Aeu-west-1%3A1%3Ainference-profile%2Fm/converse',
    );
  });

  test('returns blocks as received but blank texts, and joins neighbours of one role', async () => {
    const thought = { reasoningContent: { reasoningText: { text: 'hm', signature: 'c2ln' } } };
    const use = (toolUseId: string) => ({ toolUse: { toolUseId, name: 'a', input: { x: 1 } } });
    const { gateway, model } = modelOf(said([thought, { text: ' ' }, use('1'), use('2')], 'tool_use'));
    const { message, finish } = await ask(model, request([hi], { tools }));
    expect([finish, message.calls.map(({ id }) => id)]).toEqual(['tool_calls', ['1', '2']]);
    const blank: ChatMessage = { role: 'assistant', content: ' ', calls: [], raw: null };
    await ask(model, request([hi, blank, hi, message, result('1', 'ok'), result('2', '', true), hi], { tools }));
    expect(bodyOf(gateway)['messages']).toEqual([
      { role: 'user', content: [{ text: 'hi' }, { text: 'hi' }] },
      { role: 'assistant', content: [thought, use('1'), use('2')] },
      {
        role: 'user',
        content: [
          { toolResult: { toolUseId: '1', content: [{ text: 'ok' }] } },
          { toolResult: { toolUseId: '2', content: [], status: 'error' } },
          { text: 'hi' },
        ],
      },
    ]);
  });
});

describe('an answer of Converse', () => {
  test.each([
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['guardrail_intervened', 'refusal'],
    ['content_filtered', 'refusal'],
  ])('with the reason %s ends with %s', async (reason, finish) => {
    expect((await ask(modelOf(said([{ text: 'x' }], reason)).model, request([hi]))).finish).toBe(finish);
  });

  test.each(['malformed_tool_use', 'malformed_model_output'])(
    'that ended with %s is an error, not an answer without calls',
    async (reason) => {
      const asked = ask(modelOf(said([], reason)).model, request([hi], { tools }));
      await expect(asked).rejects.toThrow(new ModelCallError(`the answer ended with ${reason}`));
    },
  );
});
