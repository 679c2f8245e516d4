import { describe, expect, test } from 'vitest';
import { createChatModel } from '#adapters/models/clients/create-chat-model.ts';
import { geminiParameters } from '#adapters/models/clients/gemini-parameters.ts';
import { type ChatMessage, ModelCallError } from '#adapters/models/ports.ts';
import type { JsonObject } from '#domain/json.ts';
import { geminiAgent } from '#test/contract/models/agent-configs.ts';
import { answering, ask, bodyOf, hi, request, tools } from './support.ts';

const said = (parts: readonly JsonObject[], finishReason: string | null = 'STOP'): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason !== null && { finishReason }) }],
});
const modelOf = (answer: JsonObject, config = {}) => {
  const gateway = answering(answer);
  return { gateway, model: createChatModel(geminiAgent(config), gateway) };
};
const result = (call_id: string, content: string, is_error = false): ChatMessage => ({
  role: 'tool',
  call_id,
  name: 'a',
  content,
  is_error,
});

describe('a request to the Gemini API', () => {
  test('has prompt, tools and sampling in the places of the API, and joins its extra settings with ours', async () => {
    const config = {
      temperature: 0.5,
      top_p: 0.9,
      max_output_tokens: 9,
      extra: { generationConfig: { thinkingConfig: { thinkingBudget: 0 } }, safetySettings: [] },
    };
    const { gateway, model } = modelOf(said([{ text: 'x' }]), config);
    await ask(model, request([hi, { role: 'system', content: 'late rule' }], { tools, system: 's', seed: 5 }));
    expect(bodyOf(gateway)).toEqual({
      systemInstruction: { parts: [{ text: 's\n\nlate rule' }] },
      contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      tools: [{ functionDeclarations: [{ name: 'a', description: 'A' }, { name: 'b' }] }],
      generationConfig: {
        temperature: 0.5,
        topP: 0.9,
        maxOutputTokens: 9,
        seed: 5,
        thinkingConfig: { thinkingBudget: 0 },
      },
      safetySettings: [],
    });
  });

  test.each([
    ['gemini-2.5-flash', 'models/gemini-2.5-flash'],
    ['models/gemini-2.5-flash', 'models/gemini-2.5-flash'],
    ['tunedModels/ours', 'tunedModels/ours'],
    ['../secrets?x', 'models/..%2Fsecrets%3Fx'],
  ])('for the model %s goes to %s', async (name, path) => {
    const { gateway, model } = modelOf(said([{ text: 'x' }]), { model: name });
    await ask(model, request([hi]));
    expect(gateway.requests[0]?.path).toBe(`/v1beta/${path}:generateContent`);
  });

  test('returns parts as received, with thoughts and their signatures, and all results as one content', async () => {
    const parts = [
      { text: 'hm', thought: true },
      { functionCall: { id: '1', name: 'a', args: { x: 1 } }, thoughtSignature: 'c2ln' },
      { functionCall: { id: '2', name: 'a', args: {} } },
    ];
    const { gateway, model } = modelOf(said(parts));
    const { message, finish } = await ask(model, request([hi], { tools }));
    expect([finish, message.content, message.calls]).toEqual([
      'tool_calls',
      '',
      [
        { id: '1', name: 'a', arguments: { x: 1 } },
        { id: '2', name: 'a', arguments: {} },
      ],
    ]);
    await ask(model, request([hi, message, result('1', 'ok'), result('2', 'no', true)], { tools }));
    expect(bodyOf(gateway)['contents']).toEqual([
      { role: 'user', parts: [{ text: 'hi' }] },
      { role: 'model', parts },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: '1', name: 'a', response: { result: 'ok' } } },
          { functionResponse: { id: '2', name: 'a', response: { error: 'no' } } },
        ],
      },
    ]);
  });

  test('invents no id for the result of a call that had none', async () => {
    const { gateway, model } = modelOf(said([{ functionCall: { name: 'a', args: {} } }]));
    const { message } = await ask(model, request([hi], { tools }));
    await ask(model, request([hi, message, result('call_0', 'ok')], { tools }));
    expect(JSON.stringify(bodyOf(gateway)['contents'])).not.toContain('call_0');
  });

  test('leaves out an answer of which nothing came', async () => {
    const { gateway, model } = modelOf({ candidates: [{ content: { role: 'model' }, finishReason: 'MAX_TOKENS' }] });
    const { message, finish } = await ask(model, request([hi]));
    expect(finish).toBe('length');
    await ask(model, request([hi, message, { role: 'assistant', content: '', calls: [], raw: null }, hi]));
    expect(bodyOf(gateway)['contents']).toEqual([hi, hi].map(() => ({ role: 'user', parts: [{ text: 'hi' }] })));
  });
});

describe('an answer of the Gemini API', () => {
  test.each<[finish: string, answer: JsonObject]>([
    ['stop', said([{ text: 'x' }], null)],
    ['length', said([{ text: 'x' }], 'MAX_TOKENS')],
    ...['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT'].map((reason): [string, JsonObject] => [
      'refusal',
      said([], reason),
    ]),
    ['refusal', { promptFeedback: { blockReason: 'SAFETY' } }],
  ])('ends with %s: %j', async (finish, answer) => {
    expect((await ask(modelOf(answer).model, request([hi]))).finish).toBe(finish);
  });

  test.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'A_REASON_OF_TOMORROW'])(
    'that ended with %s is an error, not an answer without calls',
    async (reason) => {
      const answer = { candidates: [{ content: {}, finishReason: reason, finishMessage: 'call:a{' }] };
      const asked = ask(modelOf(answer).model, request([hi], { tools }));
      await expect(asked).rejects.toThrow(new ModelCallError(`the answer ended with ${reason}: call:a{`));
    },
  );
});

describe('the schema of a tool', () => {
  const of = (properties: JsonObject, rest: JsonObject = {}) => ({ type: 'object', properties, ...rest });
  const sent = (schema: JsonObject) => ({ parametersJsonSchema: schema });

  test.each<[what: string, written: JsonObject, expected: JsonObject]>([
    ['without arguments is none', { type: 'object', properties: {} }, {}],
    [
      'that the API takes is sent as it is',
      of({
        a: { type: ['string', 'null'], enum: ['x'] },
        b: { type: 'array', items: { type: 'integer', minimum: 1 } },
      }),
      sent(
        of({
          a: { type: ['string', 'null'], enum: ['x'] },
          b: { type: 'array', items: { type: 'integer', minimum: 1 } },
        }),
      ),
    ],
    [
      'loses the keywords that the API has not, at any depth',
      of({ a: { type: 'array', uniqueItems: true, items: { type: 'string', pattern: '^a' } } }, { $schema: 'x' }),
      sent(of({ a: { type: 'array', items: { type: 'string' } } })),
    ],
    [
      'keeps arguments that are named as keywords are',
      of({ pattern: { type: 'string' }, const: { type: 'number', exclusiveMinimum: 0 } }),
      sent(of({ pattern: { type: 'string' }, const: { type: 'number' } })),
    ],
    [
      'has choices in place of constants and of oneOf',
      of({ a: { const: 'x' }, b: { oneOf: [{ type: 'string' }, { const: 2 }] }, c: { enum: [true, 'y'] } }),
      sent(of({ a: { enum: ['x'] }, b: { anyOf: [{ type: 'string' }, { enum: [2] }] }, c: {} })),
    ],
    [
      'is one where allOf joins several',
      of({ a: { type: 'string' } }, { required: ['a'], allOf: [of({ b: { type: 'number' } }, { required: ['b'] })] }),
      sent(of({ b: { type: 'number' }, a: { type: 'string' } }, { required: ['b', 'a'] })),
    ],
    [
      'finds its definitions where the API looks for them',
      of(
        { a: { $ref: '#/definitions/x', description: 'd' } },
        { definitions: { x: { type: 'string', minLength: 1 } } },
      ),
      sent(of({ a: { $ref: '#/$defs/x' } }, { $defs: { x: { type: 'string' } } })),
    ],
  ])('%s', (_, written, expected) => {
    expect(geminiParameters(written)).toEqual(expected);
  });
});
