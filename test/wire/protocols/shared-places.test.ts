import { expect, test } from 'vitest';
import type { Json, JsonObject } from '#common/json.ts';
import type { StreamEvent } from '#wire/protocols/format/wire-format.ts';
import { type Endpoint, formatOf } from '#wire/protocols/providers.ts';
import { streamed } from './told-answers.ts';

type Calls = Json | null;
type Row = readonly [name: string, endpoint: Endpoint, events: readonly StreamEvent[], calls: Calls];

const event = (data: Json, name: string | null = null): StreamEvent => ({ event: name, data: JSON.stringify(data) });
const look = ['look', { at: 1 }];
const wipe = ['wipe', { id: 2 }];
const both = [look, wipe];

const chat = (...pieces: readonly JsonObject[]): readonly StreamEvent[] => [
  ...pieces.map((piece) => event({ id: 'c', choices: [{ index: 0, delta: { tool_calls: [piece] } }] })),
  event({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }),
];
const piece = (given: JsonObject, place: JsonObject = { index: 0 }) => ({ ...place, function: given });
const LOOK = { name: 'look', arguments: '{"at":1}' };
const WIPE = { name: 'wipe', arguments: '{"id":2}' };

const block = (index: number, name: string, ...json: readonly string[]): readonly JsonObject[] => [
  { type: 'content_block_start', index, content_block: { type: 'tool_use', id: `t_${name}`, name, input: {} } },
  ...json.map((partial_json) => ({
    type: 'content_block_delta',
    index,
    delta: { type: 'input_json_delta', partial_json },
  })),
];
const messages = (...blocks: readonly (readonly JsonObject[])[]): readonly StreamEvent[] => [
  event({ type: 'message_start', message: { id: 'm', role: 'assistant' } }),
  ...blocks.flat().map((data) => event(data)),
  event({ type: 'message_stop' }),
];

const item = (name: string, more: JsonObject = {}): JsonObject => ({ type: 'function_call', name, ...more });
const responses = (...events: readonly JsonObject[]): readonly StreamEvent[] =>
  [...events, { type: 'response.completed', response: { id: 'r', output: [] } }].map((data) => event(data));
const added = (given: JsonObject, place: JsonObject = {}) => ({
  type: 'response.output_item.added',
  item: given,
  ...place,
});
const done = (given: JsonObject, place: JsonObject = {}) => ({
  type: 'response.output_item.done',
  item: given,
  ...place,
});
const delta = (text: string, place: JsonObject = {}) => ({
  type: 'response.function_call_arguments.delta',
  delta: text,
  ...place,
});

const gemini = (...calls: readonly JsonObject[]): readonly StreamEvent[] => [
  ...calls.map((functionCall) => event({ candidates: [{ content: { parts: [{ functionCall }] } }] })),
  event({ candidates: [{ content: { parts: [] }, finishReason: 'STOP' }], usageMetadata: { promptTokenCount: 1 } }),
];

const converse = (...events: readonly (readonly [string, JsonObject])[]): readonly StreamEvent[] => [
  ...events.map(([name, data]) => event({ contentBlockIndex: 0, ...data }, name)),
  event({ stopReason: 'tool_use' }, 'messageStop'),
  event({ usage: {} }, 'metadata'),
];
const toolUse = (name: string) => ['contentBlockStart', { start: { toolUse: { toolUseId: name, name } } }] as const;
const input = (text: string) => ['contentBlockDelta', { delta: { toolUse: { input: text } } }] as const;
const stop = ['contentBlockStop', {}] as const;

const step = (event_type: string, more: JsonObject) => event({ event_type, index: 0, ...more }, event_type);

const ROWS: readonly Row[] = [
  [
    'Chat: one index and an empty id',
    'openai_chat',
    chat({ ...piece(LOOK), id: '' }, { ...piece(WIPE), id: '' }),
    both,
  ],
  ['Chat: one index and no id', 'openai_chat', chat(piece(LOOK), piece(WIPE)), both],
  ['Chat: one index and one id', 'openai_chat', chat({ ...piece(LOOK), id: 'x' }, { ...piece(WIPE), id: 'x' }), both],
  ['Chat: one index and two ids', 'openai_chat', chat({ ...piece(LOOK), id: 'x' }, { ...piece(WIPE), id: 'y' }), both],
  ['Chat: no index and no id', 'openai_chat', chat(piece(LOOK, {}), piece(WIPE, {})), both],
  [
    'Chat: arguments in pieces, one index, then a name',
    'openai_chat',
    chat(
      piece({ name: 'look', arguments: '{"at"' }),
      piece({ arguments: ':1}' }),
      piece({ name: 'wipe', arguments: '{"id":2}' }),
    ),
    both,
  ],
  [
    'Chat: a name that every piece repeats',
    'openai_chat',
    chat(piece({ name: 'look', arguments: '{"at"' }), piece({ name: 'look', arguments: ':1}' })),
    [look],
  ],
  [
    'Chat: a name in two pieces',
    'openai_chat',
    chat(piece({ name: 'wi' }), piece({ name: 'pe', arguments: '{}' })),
    null,
  ],
  [
    'Chat: a name while other arguments are incomplete',
    'openai_chat',
    chat(piece({ name: 'look', arguments: '{"at"' }), piece({ name: 'wipe', arguments: ':1}' })),
    null,
  ],
  [
    'Chat: two calls of one index wait for their arguments',
    'openai_chat',
    chat(
      { ...piece({ name: 'look' }), id: 'x' },
      { ...piece({ name: 'wipe' }), id: 'y' },
      piece({ arguments: '{"id":2}' }),
    ),
    null,
  ],
  ['Chat: arguments of no call', 'openai_chat', chat(piece({ arguments: '{"id":2}' })), null],
  [
    'Chat: a second call of the same tool, or its name again',
    'openai_chat',
    chat(piece({ name: 'look', arguments: '' }), piece(LOOK)),
    null,
  ],
  [
    'Chat: more arguments after a whole object',
    'openai_chat',
    chat(piece(LOOK), piece({ arguments: '{"id":2}' })),
    null,
  ],
  ['Chat: calls that are no list', 'openai_chat', chatOf({ tool_calls: { function: LOOK } }, 'stop'), null],
  ['Chat: an end for calls, and none seen', 'openai_chat', chatOf({ content: 'x' }, 'tool_calls'), null],
  ['Chat: calls in another choice', 'openai_chat', [otherChoice(LOOK), ...chatOf({ content: 'x' }, 'stop')], null],
  [
    'Chat: calls in a whole message',
    'openai_chat',
    [event({ choices: [{ message: { tool_calls: [{ function: WIPE }] } }] }), ...chatOf({ content: 'x' }, 'stop')],
    null,
  ],
  [
    'Ollama: calls that are no list',
    'ollama_chat',
    [event({ message: { content: '', tool_calls: { function: LOOK } }, done: true })],
    null,
  ],
  ['Ollama: one index', 'ollama_chat', chatLines(), both],
  [
    'Messages: one index',
    'anthropic_messages',
    messages(block(0, 'look', '{"at":1}'), block(0, 'wipe', '{"id":2}')),
    both,
  ],
  [
    'Messages: one index, and pieces after both began',
    'anthropic_messages',
    messages(block(0, 'look'), block(0, 'wipe'), block(0, 'wipe', '{"id":2}').slice(1)),
    null,
  ],
  [
    'Messages: input of no block',
    'anthropic_messages',
    messages(
      [{ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
      block(0, '', '{}').slice(1),
    ),
    null,
  ],
  [
    'Messages: input after a whole object',
    'anthropic_messages',
    messages(block(0, 'look', '{"at":1}', '{"id":2}')),
    null,
  ],
  [
    'Messages: a call at the start',
    'anthropic_messages',
    [
      event({
        type: 'message_start',
        message: { content: [{ type: 'tool_use', id: 'a', name: 'look', input: { at: 1 } }] },
      }),
      ...messages(block(0, 'wipe', '{"id":2}')).slice(1),
    ],
    both,
  ],
  [
    'Messages: an end for calls, and none seen',
    'anthropic_messages',
    [
      ...messages().slice(0, 1),
      event({ type: 'message_delta', delta: { stop_reason: 'tool_use' } }),
      ...messages().slice(1),
    ],
    null,
  ],
  [
    'Responses: an end that lists fewer calls than came',
    'openai_responses',
    [
      ...responses(done(item('look', { arguments: '{"at":1}' }))).slice(0, 1),
      event({
        type: 'response.completed',
        response: { output: [{ type: 'message', role: 'assistant', content: [] }] },
      }),
    ],
    null,
  ],
  [
    'Responses: an end that lists another call than came',
    'openai_responses',
    [
      event(done(item('look', { arguments: '{"at":1}' }))),
      event({ type: 'response.completed', response: { output: [item('wipe', { arguments: '{"id":2}' })] } }),
    ],
    null,
  ],
  [
    'Responses: calls that are no list',
    'openai_responses',
    [event(done(item('look'))), event({ type: 'response.completed', response: { output: { 0: item('wipe') } } })],
    null,
  ],
  [
    'Responses: arguments of a call that nothing announced',
    'openai_responses',
    responses(done(item('look', { arguments: '{"at":1}' }), { output_index: 0 }), delta('{}', { output_index: 1 })),
    null,
  ],
  [
    'Responses: arguments of a call that only the end names',
    'openai_responses',
    [
      event(delta('{"at":1}', { output_index: 0 })),
      event({ type: 'response.completed', response: { output: [item('look', { arguments: '{"at":1}' })] } }),
    ],
    [look],
  ],
  [
    'Responses: a call without a name',
    'openai_responses',
    responses(done({ type: 'function_call', arguments: '{}' })),
    null,
  ],
  [
    'Responses: items without a place or an id',
    'openai_responses',
    responses(added(item('look')), delta('{"at":1}'), added(item('wipe')), delta('{"id":2}')),
    both,
  ],
  [
    'Responses: finished items without a place or an id',
    'openai_responses',
    responses(done(item('look', { arguments: '{"at":1}' })), done(item('wipe', { arguments: '{"id":2}' }))),
    both,
  ],
  [
    'Responses: one place for all, each call with an id of its own',
    'openai_responses',
    responses(
      added(item('look', { call_id: 'x' }), { output_index: 0 }),
      done(item('look', { call_id: 'x', arguments: '{"at":1}' }), { output_index: 0 }),
      added(item('wipe', { call_id: 'y' }), { output_index: 0 }),
      done(item('wipe', { call_id: 'y', arguments: '{"id":2}' }), { output_index: 0 }),
    ),
    both,
  ],
  [
    'Responses: pieces without a place after two items began',
    'openai_responses',
    responses(added(item('look')), added(item('wipe')), delta('{"id":2}')),
    null,
  ],
  [
    'Gemini: arguments that follow without a name',
    'gemini_generate',
    gemini({ name: 'look', willContinue: true }, { args: { at: 1 } }, { name: 'wipe', args: { id: 2 } }),
    both,
  ],
  [
    'Gemini: texts for paths, in pieces',
    'gemini_generate',
    gemini(
      { name: 'send', willContinue: true },
      { partialArgs: [{ jsonPath: '$.to[0].name', stringValue: 'An' }], willContinue: true },
      {
        partialArgs: [
          { jsonPath: '$.to[0].name', stringValue: 'na' },
          { jsonPath: '$.urgent', boolValue: true },
        ],
      },
      {},
    ),
    [['send', { to: [{ name: 'Anna' }], urgent: true }]],
  ],
  [
    'Gemini: two calls wait for arguments',
    'gemini_generate',
    gemini({ name: 'look' }, { name: 'wipe', willContinue: true }, { args: { id: 2 } }),
    null,
  ],
  [
    'Gemini: arguments after whole ones',
    'gemini_generate',
    gemini({ name: 'look', args: { at: 1 } }, { args: { id: 2 } }),
    null,
  ],
  [
    'Gemini: calls in another candidate',
    'gemini_generate',
    [event({ candidates: [{ index: 1, content: { parts: [{ functionCall: { name: 'look' } }] } }] }), ...gemini()],
    null,
  ],
  ['Gemini: arguments of no call', 'gemini_generate', gemini({ args: { id: 2 } }), null],
  [
    'Gemini: a path that nobody understands',
    'gemini_generate',
    gemini({ name: 'look', willContinue: true }, { partialArgs: [{ jsonPath: '$..x', stringValue: 'a' }] }),
    null,
  ],
  [
    'Converse: one index',
    'bedrock_converse',
    converse(toolUse('look'), input('{"at":1}'), stop, toolUse('wipe'), input('{"id":2}'), stop),
    both,
  ],
  [
    'Converse: one index, and pieces after both began',
    'bedrock_converse',
    converse(toolUse('look'), toolUse('wipe'), input('{"id":2}')),
    null,
  ],
  ['Converse: input of no block', 'bedrock_converse', converse(input('{"id":2}')), null],
  ['Converse: an end for calls, and none seen', 'bedrock_converse', converse(), null],
  [
    'InvokeModel: pieces that say nothing before the first of a known shape',
    'bedrock_invoke',
    [event({ type: 'ping' }), event({ choices: [], prompt_filter_results: [] }), ...chat(piece(LOOK), piece(WIPE))],
    both,
  ],
  [
    'AI SDK: input of a call that never comes',
    'vercel_language',
    [event({ type: 'tool-input-start', id: 'a', toolName: 'look' }), event({ type: 'finish', finishReason: 'stop' })],
    null,
  ],
  [
    'Interactions: one index',
    'gemini_interactions',
    [
      step('step.start', { step: { type: 'function_call', id: 'x', name: 'look' } }),
      step('step.delta', { delta: { type: 'arguments_delta', arguments: '{"at":1}' } }),
      step('step.start', { step: { type: 'function_call', id: 'y', name: 'wipe' } }),
      step('step.delta', { delta: { type: 'arguments_delta', arguments: '{"id":2}' } }),
      event(
        { event_type: 'interaction.completed', interaction: { id: 'i', status: 'completed' } },
        'interaction.completed',
      ),
    ],
    both,
  ],
];

function chatOf(delta: JsonObject, finish_reason: string): readonly StreamEvent[] {
  return [
    event({ id: 'c', choices: [{ index: 0, delta }] }),
    event({ choices: [{ index: 0, delta: {}, finish_reason }] }),
  ];
}

function otherChoice(called: JsonObject): StreamEvent {
  return event({ id: 'c', choices: [{ index: 1, delta: { tool_calls: [piece(called)] } }] });
}

function chatLines(): readonly StreamEvent[] {
  const line = (call: JsonObject, more: JsonObject) =>
    event({ model: 'm', message: { role: 'assistant', content: '', tool_calls: [call] }, ...more });
  return [
    line({ function: { index: 0, name: 'look', arguments: { at: 1 } } }, { done: false }),
    line({ function: { index: 0, name: 'wipe', arguments: { id: 2 } } }, { done: true, done_reason: 'stop' }),
  ];
}

test.each(ROWS)(
  'streamed calls that share a place are all seen, or not known at all: %s',
  (_, endpoint, events, calls) => {
    const answer = streamed(endpoint, events).answer();
    expect(answer).not.toBeNull();
    expect(answer?.calls?.map((call) => [call.name, call.arguments]) ?? null).toEqual(calls);
  },
);

test.each<[string, Endpoint, JsonObject]>([
  [
    'Chat: a list in a text',
    'openai_chat',
    { choices: [{ message: { tool_calls: '[{"function":{"name":"look"}}]' } }] },
  ],
  ['Chat: a call without a name', 'openai_chat', { choices: [{ message: { tool_calls: [{ function: {} }] } }] }],
  [
    'Chat: another choice of the same place',
    'openai_chat',
    { choices: [{ message: { content: 'x' } }, { message: { tool_calls: [{ function: LOOK }] } }] },
  ],
  ['Chat: none, and an end for calls', 'openai_chat', { choices: [{ message: {}, finish_reason: 'tool_calls' }] }],
  [
    'Ollama: calls that are no list',
    'ollama_chat',
    { message: { content: '', tool_calls: { function: LOOK } }, done: true },
  ],
  ['Messages: none, and an end for calls', 'anthropic_messages', { content: [], stop_reason: 'tool_use' }],
  ['AI SDK: none, and an end for calls', 'vercel_language', { content: [], finishReason: 'tool-calls' }],
  ['Interactions: none, and an end for calls', 'gemini_interactions', { status: 'requires_action', steps: [] }],
])('calls of a whole answer that can not be read are unknown, never fewer: %s', (_, endpoint, body) => {
  expect(formatOf(endpoint).readAnswer(body)).toMatchObject({ calls: null });
});
