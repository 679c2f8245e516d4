import type { JsonObject } from '#domain/json.ts';
import { events, type NumberedStep, objects, type Provider, textOf } from './provider.ts';

/** Anthropic's Messages. Answers begin with thinking, and input is counted beside what a cache gave or took. */
export const anthropic: Provider = {
  path: '/v1/messages',
  progress(body) {
    const messages = objects(body['messages']);
    const resultsIn = (message: JsonObject) => objects(message['content']).filter(({ type }) => type === 'tool_result');
    const isUser = (message: JsonObject) => message['role'] === 'user' && resultsIn(message).length === 0;
    return {
      user_texts: messages.filter(isUser).map(({ content }) => textOf(content)),
      results: messages
        .slice(messages.findLastIndex(isUser) + 1)
        .flatMap(resultsIn)
        .map((block) => ({ call_id: String(block['tool_use_id']), text: textOf(block['content']) })),
    };
  },
  answer: (step) => body(step, contentBlocks(step), stopReason(step), usage(step)),
  stream: (step) =>
    events([
      { type: 'message_start', message: body(step, [], null, { ...usage(step), output_tokens: 1 }) },
      ...contentBlocks(step).flatMap((block, index) => [
        { type: 'content_block_start', index, content_block: unfilled(block) },
        ...deltas(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ]),
      {
        type: 'message_delta',
        delta: { stop_reason: stopReason(step), stop_sequence: null },
        usage: usage(step),
      },
      { type: 'message_stop' },
    ]),
};

function body(
  step: NumberedStep,
  content: readonly JsonObject[],
  reason: string | null,
  counts: JsonObject,
): JsonObject {
  return {
    id: `msg_${step.index}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-story',
    content,
    stop_reason: reason,
    stop_sequence: null,
    usage: counts,
  };
}

function contentBlocks(step: NumberedStep): readonly JsonObject[] {
  return [
    { type: 'thinking', thinking: 'What does the user need?', signature: 'c2lnbmF0dXJl' },
    ...(step.text === '' ? [] : [{ type: 'text', text: step.text, citations: null }]),
    ...step.calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: call.arguments })),
  ];
}

function unfilled(block: JsonObject): JsonObject {
  if (block['type'] === 'thinking') return { type: 'thinking', thinking: '', signature: '' };
  return block['type'] === 'text' ? { ...block, text: '' } : { ...block, input: {} };
}

function deltas(block: JsonObject): readonly JsonObject[] {
  switch (block['type']) {
    case 'thinking':
      return [
        { type: 'thinking_delta', thinking: block['thinking'] ?? '' },
        { type: 'signature_delta', signature: block['signature'] ?? '' },
      ];
    case 'text':
      return [{ type: 'text_delta', text: block['text'] ?? '' }];
    default:
      return [{ type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }];
  }
}

function stopReason({ calls }: NumberedStep): string {
  return calls.length > 0 ? 'tool_use' : 'end_turn';
}

function usage({ usage: counts }: NumberedStep): JsonObject {
  return {
    input_tokens: counts.fresh,
    cache_creation_input_tokens: counts.cache_write,
    cache_read_input_tokens: counts.cache_read,
    cache_creation: { ephemeral_5m_input_tokens: counts.cache_write, ephemeral_1h_input_tokens: 0 },
    output_tokens: counts.output,
    output_tokens_details: { thinking_tokens: counts.reasoning },
    service_tier: 'standard',
    server_tool_use: null,
  };
}
