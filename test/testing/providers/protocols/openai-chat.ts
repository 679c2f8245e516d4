import { openaiError } from '../error-body.ts';
import type { JsonObject } from '../json.ts';
import { numberOrNull, objectOr, objects, parseObject, stringOr, stringOrNull, textOf } from '../read-json.ts';
import { Refusal } from '../refusal.ts';
import type { ScriptMessage } from '../script.ts';
import { conversationIn } from './call-names.ts';
import { checkOpenaiChat } from './check-openai-chat.ts';
import { dataFrame, pieces } from './frames.ts';
import type { ChatRequest, Protocol, Reply, ReplyCall } from './protocol.ts';

/** OpenAI's chat completions; also Ollama's imitation of them, which tells less about usage and refuses less. */
export const openaiChat: Protocol = {
  endpoint: 'openai_chat',
  read(body, { provider }) {
    checkOpenaiChat(body, provider);
    return readChat(body);
  },
  whole: (reply) => ({
    ...head(reply, 'chat.completion'),
    choices: [{ index: 0, message: message(reply), logprobs: null, finish_reason: finishReason(reply) }],
    usage: usage(reply),
  }),
  stream: streamChat,
  // Its finish_reason, its usage and [DONE] are left out.
  unended: (reply) => streamChat(reply).slice(0, asksUsage(reply) ? -3 : -2),
  streamError: (type, message) => dataFrame({ error: openaiError(new Refusal(500, message, { type })) }),
  streamType: 'text/event-stream; charset=utf-8',
  callId: ['call_', 24],
};

function readChat(body: JsonObject): ChatRequest {
  return {
    ...conversationIn(body, ['system', 'developer'], readMessage),
    stream: body['stream'] === true,
    temperature: numberOrNull(body['temperature']),
    seed: numberOrNull(body['seed']),
    parallel: body['parallel_tool_calls'] !== false,
  };
}

function readMessage(message: JsonObject): ScriptMessage {
  const { role } = message;
  return {
    role: role === 'assistant' || role === 'tool' ? role : 'user',
    text: textOf(message['content']),
    calls: objects(message['tool_calls']).map((call) => {
      const called = objectOr(call['function']);
      return {
        id: stringOrNull(call['id']),
        name: stringOr(called['name'], ''),
        arguments: parseObject(stringOr(called['arguments'], '')),
      };
    }),
    call_id: stringOrNull(message['tool_call_id']),
    tool_name: null,
    is_error: false,
  };
}

function streamChat(reply: Reply): readonly string[] {
  const told = asksUsage(reply);
  const begin = head(reply, 'chat.completion.chunk');
  const chunk = (delta: JsonObject, reason: string | null = null) =>
    dataFrame({
      ...begin,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
      ...(told ? { usage: null } : {}),
    });
  return [
    chunk({ role: 'assistant', content: reply.text === '' && reply.calls.length > 0 ? null : '', refusal: null }),
    ...pieces(reply.text).map((content) => chunk({ content })),
    ...reply.calls.flatMap((call, index) => [
      chunk({ tool_calls: [{ index, ...toolCall(call, '') }] }),
      ...pieces(call.raw).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
    ]),
    chunk({}, finishReason(reply)),
    ...(told ? [dataFrame({ ...begin, choices: [], usage: usage(reply) })] : []),
    'data: [DONE]\n\n',
  ];
}

function asksUsage({ body }: Reply): boolean {
  return objectOr(body['stream_options'])['include_usage'] === true;
}

function head(reply: Reply, object: string): JsonObject {
  const local = reply.provider === 'ollama';
  return {
    id: local ? reply.id('chatcmpl-', 3) : reply.id('chatcmpl-', 29),
    object,
    created: reply.created,
    model: reply.model,
    ...(local ? {} : { service_tier: 'default' }),
    system_fingerprint: local ? 'fp_ollama' : 'fp_scripted000',
  };
}

function message(reply: Reply): JsonObject {
  const calls = reply.calls.map((call) => toolCall(call, call.raw));
  return {
    role: 'assistant',
    content: reply.text === '' && calls.length > 0 ? null : reply.text,
    refusal: null,
    ...(reply.provider === 'ollama' ? {} : { annotations: [] }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

function toolCall(call: ReplyCall, args: string): JsonObject {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: args } };
}

function finishReason({ finish }: Reply): string {
  return finish === 'refusal' ? 'content_filter' : finish;
}

function usage({ provider, usage: counts }: Reply): JsonObject {
  const sums = {
    prompt_tokens: counts.input,
    completion_tokens: counts.output,
    total_tokens: counts.input + counts.output,
  };
  if (provider === 'ollama') return sums;
  return {
    ...sums,
    prompt_tokens_details: { cached_tokens: counts.cache_read, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: counts.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
