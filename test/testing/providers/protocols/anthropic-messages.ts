import type { Json, JsonObject } from '../json.ts';
import { numberOrNull, objectOr, objects, stringOr, stringOrNull, textOf } from '../read-json.ts';
import type { ScriptMessage } from '../script.ts';
import { nameResults, userMessage } from './call-names.ts';
import { checkAnthropicMessages } from './check-anthropic-messages.ts';
import { eventFrame, pieces } from './frames.ts';
import type { ChatRequest, Protocol, Reply } from './protocol.ts';

/** Anthropic's Messages. */
export const anthropicMessages: Protocol = {
  endpoint: 'anthropic_messages',
  read(body, { beta }) {
    checkAnthropicMessages(body, beta);
    return readMessages(body);
  },
  whole: (reply) => message(reply, contentBlocks(reply), stopReason(reply), usage(reply)),
  stream: streamMessages,
  unended: (reply) => streamMessages(reply).slice(0, -2),
  streamError: (type, text) => eventFrame({ type: 'error', error: { type, message: text } }),
  streamType: 'text/event-stream; charset=utf-8',
  callId: ['toolu_01', 22],
};

/** The conversation of a body, which was checked. */
export function readMessages(body: JsonObject): ChatRequest {
  const messages = objects(body['messages']);
  const system = [
    ...(body['system'] === undefined ? [] : [textOf(body['system'])]),
    ...messages.filter(({ role }) => role === 'system').map(({ content }) => textOf(content)),
  ];
  return {
    model: stringOr(body['model'], ''),
    system: system.length === 0 ? null : system.join('\n\n'),
    messages: nameResults(messages.filter(({ role }) => role !== 'system').flatMap(readMessage)),
    tool_schemas: objects(body['tools']).map((tool) => ({
      name: stringOr(tool['name'], ''),
      description: stringOr(tool['description'], ''),
      schema: objectOr(tool['input_schema']),
    })),
    stream: body['stream'] === true,
    temperature: numberOrNull(body['temperature']),
    seed: null,
    parallel: objectOr(body['tool_choice'])['disable_parallel_tool_use'] !== true,
  };
}

function readMessage({ role, content }: JsonObject): readonly ScriptMessage[] {
  const blocks = objects(content);
  const text = typeof content === 'string' ? content : textOf(blocks.filter(({ type }) => type === 'text'));
  if (role === 'assistant') {
    const calls = blocks
      .filter(({ type }) => type === 'tool_use')
      .map((block) => ({
        id: stringOrNull(block['id']),
        name: stringOr(block['name'], ''),
        arguments: objectOr(block['input']),
      }));
    return [{ ...userMessage(text), role: 'assistant', calls }];
  }
  const results = blocks
    .filter(({ type }) => type === 'tool_result')
    .map(
      (block): ScriptMessage => ({
        ...userMessage(textOf(block['content'])),
        role: 'tool',
        call_id: stringOrNull(block['tool_use_id']),
        is_error: block['is_error'] === true,
      }),
    );
  return [...results, ...(text === '' && results.length > 0 ? [] : [userMessage(text)])];
}

function streamMessages(reply: Reply): readonly string[] {
  const counts = usage(reply);
  return [
    { type: 'message_start', message: message(reply, [], null, { ...counts, output_tokens: 1 }) },
    ...contentBlocks(reply).flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: unfilled(block) },
      ...(index === 0 ? [{ type: 'ping' }] : []),
      ...deltas(block, reply).map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason(reply), stop_sequence: null },
      usage: {
        input_tokens: counts['input_tokens'] ?? 0,
        cache_creation_input_tokens: counts['cache_creation_input_tokens'] ?? 0,
        cache_read_input_tokens: counts['cache_read_input_tokens'] ?? 0,
        output_tokens: counts['output_tokens'] ?? 0,
      },
    },
    { type: 'message_stop' },
  ].map(eventFrame);
}

function message(reply: Reply, content: readonly JsonObject[], reason: string | null, counts: JsonObject): JsonObject {
  return {
    model: reply.model,
    id: reply.id('msg_01', 22),
    type: 'message',
    role: 'assistant',
    content,
    container: null,
    stop_reason: reason,
    stop_sequence: null,
    stop_details: null,
    usage: counts,
  };
}

function contentBlocks(reply: Reply): readonly JsonObject[] {
  return [
    ...(reply.reasoning === '' ? [] : [{ type: 'thinking', thinking: reply.reasoning, signature: SIGNATURE }]),
    ...(reply.text === '' ? [] : [{ type: 'text', text: reply.text }]),
    ...reply.calls.map((call) => ({
      type: 'tool_use',
      id: call.id,
      name: call.name,
      // The name under which Anthropic asks to hand back what is no JSON.
      input: call.parsed ?? { INVALID_JSON: call.raw },
    })),
  ];
}

const SIGNATURE = 'c2NyaXB0ZWQtc2lnbmF0dXJl';

function unfilled(block: JsonObject): JsonObject {
  switch (block['type']) {
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'text':
      return { type: 'text', text: '' };
    default:
      return { ...block, input: {} };
  }
}

function deltas(block: JsonObject, reply: Reply): readonly JsonObject[] {
  switch (block['type']) {
    case 'thinking':
      return [
        ...pieces(stringOr(block['thinking'], '')).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: SIGNATURE },
      ];
    case 'text':
      return pieces(stringOr(block['text'], '')).map((text) => ({ type: 'text_delta', text }));
    default:
      return ['', ...pieces(rawOf(block['id'], reply))].map((part) => ({
        type: 'input_json_delta',
        partial_json: part,
      }));
  }
}

function rawOf(id: Json | undefined, reply: Reply): string {
  return reply.calls.find((call) => call.id === id)?.raw ?? '';
}

function stopReason({ finish }: Reply): string {
  return { stop: 'end_turn', tool_calls: 'tool_use', length: 'max_tokens', refusal: 'refusal' }[finish];
}

/** Anthropic counts what came from and went to a cache beside the input. */
function usage({ usage: counts }: Reply): JsonObject {
  return {
    input_tokens: Math.max(0, counts.input - counts.cache_read - counts.cache_write),
    cache_creation_input_tokens: counts.cache_write,
    cache_read_input_tokens: counts.cache_read,
    cache_creation: { ephemeral_5m_input_tokens: counts.cache_write, ephemeral_1h_input_tokens: 0 },
    output_tokens: counts.output,
    service_tier: 'standard',
    server_tool_use: null,
  };
}
