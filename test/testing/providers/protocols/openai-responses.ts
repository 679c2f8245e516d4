import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { numberOrNull, objectOr, objects, parseObject, stringOr, stringOrNull, textOf } from '../read-json.ts';
import type { ScriptMessage } from '../script.ts';
import { nameResults, userMessage } from './call-names.ts';
import { checkOpenaiResponses } from './check-openai-responses.ts';
import { eventFrame } from './frames.ts';
import type { ChatRequest, Protocol, Reply } from './protocol.ts';
import { responseEvents } from './response-events.ts';

/** OpenAI's Responses. The items of a stored response are kept by the server: {@link inputItems} and the output. */
export const openaiResponses: Protocol = {
  endpoint: 'openai_responses',
  read(body, { previous }) {
    const before = typeof body['previous_response_id'] === 'string' ? previous(body['previous_response_id']) : [];
    const items = [...(before ?? []), ...inputItems(body['input'])];
    checkOpenaiResponses(body, before === null, items);
    return readResponses(body, items);
  },
  whole: (reply) => response(reply, reply.finish === 'length' ? 'incomplete' : 'completed', outputItems(reply)),
  stream: streamResponse,
  unended: (reply) => streamResponse(reply).slice(0, -1),
  streamError: (type, message) => eventFrame({ type: 'error', code: type, message, param: null, sequence_number: 99 }),
  streamType: 'text/event-stream; charset=utf-8',
  callId: ['call_', 24],
};

function streamResponse(reply: Reply): readonly string[] {
  const items = outputItems(reply);
  const end = reply.finish === 'length' ? 'incomplete' : 'completed';
  return responseEvents(items, {
    begin: response(reply, 'in_progress', []),
    end: response(reply, end, items),
  });
}

/** The input as items: a text is one message of the user. */
export function inputItems(input: Json | undefined): readonly JsonObject[] {
  return typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : objects(input);
}

function readResponses(body: JsonObject, items: readonly JsonObject[]): ChatRequest {
  const isSystem = ({ role }: JsonObject) => role === 'system' || role === 'developer';
  const instructions = stringOrNull(body['instructions']);
  const system = [
    ...(instructions === null ? [] : [instructions]),
    ...items.filter(isSystem).map(({ content }) => textOf(content)),
  ];
  return {
    model: stringOr(body['model'], ''),
    system: system.length === 0 ? null : system.join('\n\n'),
    messages: nameResults(joinAssistant(items.filter((item) => !isSystem(item)).flatMap(readItem))),
    tool_schemas: objects(body['tools'])
      .filter(({ type }) => type === 'function')
      .map((tool) => ({
        name: stringOr(tool['name'], ''),
        description: stringOr(tool['description'], ''),
        schema: objectOr(tool['parameters']),
      })),
    stream: body['stream'] === true,
    temperature: numberOrNull(body['temperature']),
    seed: null,
    parallel: body['parallel_tool_calls'] !== false,
  };
}

function readItem(item: JsonObject): readonly ScriptMessage[] {
  switch (item['type']) {
    case 'function_call':
      return [
        {
          ...userMessage(''),
          role: 'assistant',
          calls: [
            {
              id: stringOrNull(item['call_id']),
              name: stringOr(item['name'], ''),
              arguments: parseObject(stringOr(item['arguments'], '')),
            },
          ],
        },
      ];
    case 'function_call_output':
      return [{ ...userMessage(textOf(item['output'])), role: 'tool', call_id: stringOrNull(item['call_id']) }];
    case undefined:
    case 'message':
      return [{ ...userMessage(textOf(item['content'])), role: item['role'] === 'assistant' ? 'assistant' : 'user' }];
    default:
      return [];
  }
}

/** Text and calls of one answer come as several items: they are one message. */
export function joinAssistant(messages: readonly ScriptMessage[]): readonly ScriptMessage[] {
  const joined: ScriptMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role !== 'assistant' || last?.role !== 'assistant') joined.push(message);
    else joined.splice(-1, 1, { ...last, text: last.text + message.text, calls: [...last.calls, ...message.calls] });
  }
  return joined;
}

function response(reply: Reply, status: string, output: readonly JsonObject[]): JsonObject {
  const { body } = reply;
  return {
    id: reply.id('resp_', 48),
    object: 'response',
    created_at: reply.created,
    status,
    background: false,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    instructions: body['instructions'] ?? null,
    max_output_tokens: body['max_output_tokens'] ?? null,
    max_tool_calls: null,
    model: reply.model,
    output,
    parallel_tool_calls: reply.request.parallel,
    previous_response_id: body['previous_response_id'] ?? null,
    reasoning: { effort: null, summary: null, ...(isJsonObject(body['reasoning']) ? body['reasoning'] : {}) },
    service_tier: 'default',
    store: body['store'] !== false,
    temperature: body['temperature'] ?? 1,
    text: body['text'] ?? { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: body['tool_choice'] ?? 'auto',
    tools: body['tools'] ?? [],
    top_logprobs: 0,
    top_p: body['top_p'] ?? 1,
    truncation: 'disabled',
    usage: status === 'in_progress' ? null : usage(reply),
    user: null,
    metadata: body['metadata'] ?? {},
  };
}

function outputItems(reply: Reply): readonly JsonObject[] {
  const message: JsonObject = {
    id: reply.id('msg_', 48),
    type: 'message',
    status: 'completed',
    content:
      reply.finish === 'refusal'
        ? [{ type: 'refusal', refusal: reply.text }]
        : [{ type: 'output_text', annotations: [], logprobs: [], text: reply.text }],
    role: 'assistant',
  };
  const thought: JsonObject = {
    id: reply.id('rs_', 48),
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: reply.reasoning }],
  };
  return [
    ...(reply.reasoning === '' ? [] : [thought]),
    ...(reply.text === '' && reply.calls.length > 0 ? [] : [message]),
    ...reply.calls.map((call) => ({
      id: `fc_${call.id.replace(/^call_/, '')}`,
      type: 'function_call',
      status: 'completed',
      arguments: call.raw,
      call_id: call.id,
      name: call.name,
    })),
  ];
}

function usage({ usage: counts }: Reply): JsonObject {
  return {
    input_tokens: counts.input,
    input_tokens_details: { cached_tokens: counts.cache_read, cache_write_tokens: counts.cache_write },
    output_tokens: counts.output,
    output_tokens_details: { reasoning_tokens: counts.reasoning },
    total_tokens: counts.input + counts.output,
  };
}
