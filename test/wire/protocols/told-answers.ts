import fc from 'fast-check';
import type { Json, JsonObject } from '#common/json.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import type { StreamEvent, WireAnswer } from '#wire/protocols/format/wire-format.ts';
import { type Endpoint, formatOf } from '#wire/protocols/providers.ts';

/**
 * One answer told by every endpoint that streams, in one piece and as events: a text, then two calls. `pieces` says where text and
 * arguments are cut.
 */
export interface ToldAnswer {
  readonly endpoint: Endpoint;
  readonly whole: JsonObject;
  readonly events: (pieces: Pieces) => readonly StreamEvent[];
  readonly answer: WireAnswer;
}

/** Cuts a text into pieces that together are the text. */
export type Pieces = (text: string) => readonly string[];

export const inOnePiece: Pieces = (text) => [text];

/** Every way to cut. */
export const anyPieces: fc.Arbitrary<Pieces> = fc
  .array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 12 })
  .filter((sizes) => sizes.some((size) => size > 0))
  .map((sizes) => (text) => cutAt(text.length, sizes).map(([from, to]) => text.slice(from, to)));

/** Where something of a length is cut into pieces of these sizes, which come again and again. */
export function cutAt(length: number, sizes: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const places: [number, number][] = [];
  for (let at = 0, turn = 0; at < length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    places.push([at, at + size]);
    at += size;
  }
  return places;
}

const TEXT = 'Let me look — gleich.';
const LOOK = { order: 'Ä1', deep: { list: [1, 'two', null] } };
const REFUND = { amount: 9.5 };

const sse = (data: Json, event: string | null = null): StreamEvent => ({ event, data: JSON.stringify(data) });
const typed = (data: JsonObject & { readonly type: string }): StreamEvent => sse(data, data.type);

const usage = (parts: Partial<Usage>, model: string): Usage => ({
  input_tokens: 30,
  output_tokens: 12,
  total_tokens: 42,
  cost_usd: null,
  estimated: false,
  ...parts,
  models: [model],
});

const answer = (
  id: string | null,
  model: string,
  ids: readonly (string | null)[],
  parts: Partial<Usage>,
): WireAnswer => ({
  id,
  model,
  text: TEXT,
  calls: [
    { id: ids[0] ?? null, name: 'look', arguments: LOOK },
    { id: ids[1] ?? null, name: 'refund', arguments: REFUND },
  ],
  usage: usage(parts, model),
});

const chatUsage = {
  prompt_tokens: 30,
  completion_tokens: 12,
  total_tokens: 42,
  prompt_tokens_details: { cached_tokens: 16, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 4, audio_tokens: 0 },
};
const chatCall = (id: string, name: string, args: Json) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});
const chunk = (choices: readonly JsonObject[], more: JsonObject = {}): StreamEvent =>
  sse({ id: 'chatcmpl-1', object: 'chat.completion.chunk', model: 'gpt-4o-2024-08-06', choices, usage: null, ...more });
const delta = (fields: JsonObject, finish_reason: string | null = null): JsonObject => ({
  index: 0,
  delta: fields,
  finish_reason,
});

const chat: ToldAnswer = {
  endpoint: 'openai_chat',
  whole: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'gpt-4o-2024-08-06',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: TEXT,
          refusal: null,
          tool_calls: [chatCall('call_a', 'look', LOOK), chatCall('call_b', 'refund', REFUND)],
        },
        logprobs: null,
        finish_reason: 'tool_calls',
      },
    ],
    usage: chatUsage,
  },
  events: (pieces) => [
    chunk([delta({ role: 'assistant', content: '', refusal: null })]),
    ...pieces(TEXT).map((content) => chunk([delta({ content })])),
    ...[chatCall('call_a', 'look', LOOK), chatCall('call_b', 'refund', REFUND)].flatMap((call, index) => [
      chunk([delta({ tool_calls: [{ ...call, index, function: { name: call.function.name, arguments: '' } }] })]),
      ...pieces(call.function.arguments).map((part) =>
        chunk([delta({ tool_calls: [{ index, function: { arguments: part } }] })]),
      ),
    ]),
    chunk([delta({}, 'tool_calls')]),
    chunk([], { usage: chatUsage }),
    { event: null, data: '[DONE]' },
  ],
  answer: answer('chatcmpl-1', 'gpt-4o-2024-08-06', ['call_a', 'call_b'], {
    cache_read_tokens: 16,
    reasoning_tokens: 4,
  }),
};

const itemCall = (id: string, call_id: string, name: string, args: string, status: string) => ({
  type: 'function_call',
  id,
  call_id,
  name,
  arguments: args,
  status,
});
const textItem = (content: readonly JsonObject[], status: string) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status,
  content,
});
const responseItems = [
  { type: 'reasoning', id: 'rs_1', summary: [] },
  textItem([{ type: 'output_text', text: TEXT, annotations: [] }], 'completed'),
  itemCall('fc_1', 'call_a', 'look', JSON.stringify(LOOK), 'completed'),
  itemCall('fc_2', 'call_b', 'refund', JSON.stringify(REFUND), 'completed'),
];
const response = (status: string, output: readonly JsonObject[], counts: Json): JsonObject => ({
  id: 'resp_1',
  object: 'response',
  model: 'gpt-5-mini-2025-08-07',
  status,
  error: null,
  output,
  usage: counts,
});
const responseUsage = {
  input_tokens: 30,
  input_tokens_details: { cached_tokens: 16 },
  output_tokens: 12,
  output_tokens_details: { reasoning_tokens: 4 },
  total_tokens: 42,
};

/** `inTheEnd`: what the last event repeats; `finished`: whether items are closed with their whole content. */
const responseEvents =
  (inTheEnd: readonly JsonObject[], finished: boolean) =>
  (pieces: Pieces): readonly StreamEvent[] => [
    typed({ type: 'response.created', response: response('in_progress', [], null) }),
    typed({ type: 'response.output_item.added', output_index: 0, item: responseItems[0] ?? {} }),
    typed({ type: 'response.output_item.added', output_index: 1, item: textItem([], 'in_progress') }),
    ...pieces(TEXT).map((part) =>
      typed({
        type: 'response.output_text.delta',
        item_id: 'msg_1',
        output_index: 1,
        content_index: 0,
        delta: part,
      }),
    ),
    typed({ type: 'response.output_text.done', item_id: 'msg_1', output_index: 1, content_index: 0, text: TEXT }),
    ...[
      itemCall('fc_1', 'call_a', 'look', JSON.stringify(LOOK), 'in_progress'),
      itemCall('fc_2', 'call_b', 'refund', JSON.stringify(REFUND), 'in_progress'),
    ].flatMap((item, at) => [
      typed({ type: 'response.output_item.added', output_index: at + 2, item: { ...item, arguments: '' } }),
      ...pieces(item.arguments).map((part) =>
        typed({
          type: 'response.function_call_arguments.delta',
          item_id: item.id,
          output_index: at + 2,
          delta: part,
        }),
      ),
    ]),
    ...(finished
      ? responseItems.map((item, output_index) => typed({ type: 'response.output_item.done', output_index, item }))
      : []),
    typed({ type: 'response.completed', response: response('completed', inTheEnd, responseUsage) }),
  ];
const responses = (events: ToldAnswer['events']): ToldAnswer => ({
  endpoint: 'openai_responses',
  whole: response('completed', responseItems, responseUsage),
  events,
  answer: answer('resp_1', 'gpt-5-mini-2025-08-07', ['call_a', 'call_b'], {
    cache_read_tokens: 16,
    reasoning_tokens: 4,
  }),
});

const anthropicBlocks = [
  { type: 'thinking', thinking: 'hm', signature: 's' },
  { type: 'text', text: TEXT },
  { type: 'tool_use', id: 'toolu_a', name: 'look', input: LOOK },
  { type: 'tool_use', id: 'toolu_b', name: 'refund', input: REFUND },
];
const anthropicMessage = (content: readonly JsonObject[], counts: JsonObject): JsonObject => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-20250514',
  content,
  stop_reason: content.length === 0 ? null : 'tool_use',
  stop_sequence: null,
  usage: counts,
});
const anthropicInput = { input_tokens: 10, cache_read_input_tokens: 15, cache_creation_input_tokens: 5 };

const anthropic: ToldAnswer = {
  endpoint: 'anthropic_messages',
  whole: anthropicMessage(anthropicBlocks, { ...anthropicInput, output_tokens: 12 }),
  events: (pieces) => [
    typed({ type: 'message_start', message: anthropicMessage([], { ...anthropicInput, output_tokens: 1 }) }),
    ...anthropicBlocks.flatMap((block, index) => {
      const deltas =
        block.type === 'text'
          ? pieces(TEXT).map((text) => ({ type: 'text_delta', text }))
          : block.type === 'tool_use'
            ? pieces(JSON.stringify(block.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
            : pieces('hm').map((thinking) => ({ type: 'thinking_delta', thinking }));
      const empty = { text: { text: '' }, tool_use: { input: {} }, thinking: { thinking: '' } }[block.type];
      return [
        typed({ type: 'content_block_start', index, content_block: { ...block, ...empty } }),
        typed({ type: 'ping' }),
        ...deltas.map((part) => typed({ type: 'content_block_delta', index, delta: part })),
        typed({ type: 'content_block_stop', index }),
      ];
    }),
    typed({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 7 } }),
    typed({
      type: 'message_delta',
      delta: { stop_reason: 'tool_use' },
      usage: { input_tokens: null, cache_read_input_tokens: 15, output_tokens: 12 },
    }),
    typed({ type: 'message_stop' }),
  ],
  answer: answer('msg_1', 'claude-sonnet-4-20250514', ['toolu_a', 'toolu_b'], {
    cache_read_tokens: 15,
    cache_write_tokens: 5,
  }),
};

const geminiCalls = [
  { functionCall: { id: 'g_a', name: 'look', args: LOOK } },
  { functionCall: { id: 'g_b', name: 'refund', args: REFUND } },
];
const geminiUsage = {
  promptTokenCount: 30,
  cachedContentTokenCount: 16,
  candidatesTokenCount: 8,
  thoughtsTokenCount: 4,
  totalTokenCount: 42,
};
const geminiBody = (parts: readonly JsonObject[], more: JsonObject = { finishReason: 'STOP' }): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, ...more, index: 0 }],
  usageMetadata: more['finishReason'] === undefined ? { promptTokenCount: 30, totalTokenCount: 30 } : geminiUsage,
  modelVersion: 'gemini-2.5-flash',
  responseId: 'answer_1',
});

const gemini: ToldAnswer = {
  endpoint: 'gemini_generate',
  whole: geminiBody([{ text: 'hm', thought: true }, { text: TEXT }, ...geminiCalls]),
  events: (pieces) => [
    sse(geminiBody([{ text: 'hm', thought: true }], {})),
    ...pieces(TEXT).map((text) => sse(geminiBody([{ text }], {}))),
    sse(geminiBody([geminiCalls[0] ?? {}], {})),
    sse(geminiBody([geminiCalls[1] ?? {}])),
  ],
  answer: answer('answer_1', 'gemini-2.5-flash', ['g_a', 'g_b'], { cache_read_tokens: 16, reasoning_tokens: 4 }),
};

const interactionSteps: readonly JsonObject[] = [
  { type: 'thought', signature: 'c2ln' },
  { type: 'model_output', content: [{ type: 'text', text: TEXT }] },
  { type: 'function_call', id: 'i_a', name: 'look', arguments: LOOK },
  { type: 'function_call', id: 'i_b', name: 'refund', arguments: REFUND },
];
const interactionHead = { id: 'v1_1', object: 'interaction', model: 'gemini-3-flash' };
const interactionEnd = {
  ...interactionHead,
  status: 'requires_action',
  usage: {
    total_input_tokens: 30,
    total_cached_tokens: 16,
    total_output_tokens: 8,
    total_thought_tokens: 4,
    total_tokens: 42,
  },
};
const interactionEvent = (event_type: string, more: JsonObject) => sse({ event_type, ...more }, event_type);

/** The last event may have the steps again. */
const interactions = (repeated: JsonObject): ToldAnswer => ({
  endpoint: 'gemini_interactions',
  whole: { ...interactionEnd, steps: interactionSteps },
  events: (pieces) => [
    interactionEvent('interaction.created', { interaction: { ...interactionHead, status: 'in_progress' } }),
    ...interactionSteps.flatMap((step, index) => {
      const { content: _, arguments: given, ...start } = step;
      const deltas =
        step['type'] === 'model_output'
          ? pieces(TEXT).map((text) => ({ type: 'text', text }))
          : pieces(given === undefined ? '' : JSON.stringify(given)).map((part) => ({
              type: 'arguments_delta',
              arguments: part,
            }));
      return [
        interactionEvent('step.start', { index, step: start }),
        ...deltas.map((delta) => interactionEvent('step.delta', { index, delta })),
        interactionEvent('step.stop', { index }),
      ];
    }),
    interactionEvent('interaction.completed', { interaction: { ...interactionEnd, ...repeated } }),
  ],
  answer: answer('v1_1', 'gemini-3-flash', ['i_a', 'i_b'], { cache_read_tokens: 16, reasoning_tokens: 4 }),
});

const converseCalls = [
  { toolUse: { toolUseId: 'tooluse_a', name: 'look', input: LOOK } },
  { toolUse: { toolUseId: 'tooluse_b', name: 'refund', input: REFUND } },
];
const converseUsage = {
  inputTokens: 10,
  outputTokens: 12,
  totalTokens: 42,
  cacheReadInputTokens: 15,
  cacheWriteInputTokens: 5,
};
const converseStart = (
  contentBlockIndex: number,
  { toolUse: { input: _, ...toolUse } }: (typeof converseCalls)[number],
) => sse({ contentBlockIndex, start: { toolUse } }, 'contentBlockStart');
const converseDelta = (contentBlockIndex: number, delta: JsonObject) =>
  sse({ contentBlockIndex, delta, p: 'abc' }, 'contentBlockDelta');

const { models: _models, ...converseCounts } = usage({ cache_read_tokens: 15, cache_write_tokens: 5 }, '');

const converse: ToldAnswer = {
  endpoint: 'bedrock_converse',
  whole: {
    output: { message: { role: 'assistant', content: [{ text: TEXT }, ...converseCalls] } },
    stopReason: 'tool_use',
    usage: converseUsage,
  },
  events: (pieces) => [
    sse({ role: 'assistant' }, 'messageStart'),
    ...pieces(TEXT).map((text) => converseDelta(0, { text })),
    sse({ contentBlockIndex: 0 }, 'contentBlockStop'),
    ...converseCalls.flatMap((call, index) => [
      converseStart(index + 1, call),
      ...pieces(JSON.stringify(call.toolUse.input)).map((input) => converseDelta(index + 1, { toolUse: { input } })),
      sse({ contentBlockIndex: index + 1 }, 'contentBlockStop'),
    ]),
    sse({ stopReason: 'tool_use' }, 'messageStop'),
    sse({ usage: converseUsage, metrics: { latencyMs: 3 } }, 'metadata'),
  ],
  answer: { ...answer(null, '', ['tooluse_a', 'tooluse_b'], {}), model: null, usage: converseCounts },
};

const invoked: ToldAnswer = {
  ...anthropic,
  endpoint: 'bedrock_invoke',
  events: (pieces) => anthropic.events(pieces).map(({ data }) => ({ event: 'chunk', data })),
};

const ollamaCalls = [
  { function: { name: 'look', arguments: LOOK } },
  { function: { name: 'refund', arguments: REFUND } },
];
const ollamaLine = (message: JsonObject, more: JsonObject = { done: false }): StreamEvent =>
  sse({ model: 'llama3.2', created_at: '2025-01-01T00:00:00Z', message: { role: 'assistant', ...message }, ...more });
const ollamaEnd = { done: true, done_reason: 'stop', total_duration: 5, prompt_eval_count: 30, eval_count: 12 };

const ollama: ToldAnswer = {
  endpoint: 'ollama_chat',
  whole: { model: 'llama3.2', message: { role: 'assistant', content: TEXT, tool_calls: ollamaCalls }, ...ollamaEnd },
  events: (pieces) => [
    ...pieces(TEXT).map((content) => ollamaLine({ content })),
    ...ollamaCalls.map((call) => ollamaLine({ content: '', tool_calls: [call] })),
    ollamaLine({ content: '' }, ollamaEnd),
  ],
  answer: answer(null, 'llama3.2', [], {}),
};

export const TOLD: readonly (readonly [string, ToldAnswer])[] = [
  ['Chat Completions', chat],
  ['Responses', responses(responseEvents(responseItems, true))],
  ['Responses whose end repeats nothing', responses(responseEvents([], true))],
  ['Responses in pieces alone', responses(responseEvents([], false))],
  ['Messages', anthropic],
  ['Gemini', gemini],
  ['Interactions', interactions({})],
  ['Interactions whose end repeats the steps', interactions({ steps: interactionSteps })],
  ['Converse', converse],
  ["InvokeModel with Anthropic's bodies", invoked],
  ['Ollama', ollama],
];

/** What a reader makes of events. */
export function streamed(endpoint: Endpoint, events: readonly StreamEvent[]) {
  const reader = formatOf(endpoint).stream();
  for (const event of events) reader.push(event);
  return reader;
}
