import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import type { MessageEvent, RequestedCall } from '#trials/messages/message-shape.ts';
import { readArguments } from '#trials/messages/read-arguments.ts';
import {
  attributeJson,
  chatMessage,
  joinReadings,
  jsonMessages,
  modelEvent,
  type ReadMessages,
} from './json-messages.ts';
import type { Naming } from './naming.ts';

/** The AI SDK of Vercel: `ai.prompt`, `ai.prompt.messages`, `ai.response.text`, `ai.response.toolCalls`, `ai.toolCall.name`. */
export const aiSdk: Naming = {
  name: 'AI SDK',
  read({ attributes }) {
    const tool = stringOrNull(attributes['ai.toolCall.name']);
    if (tool !== null) {
      const args = attributes['ai.toolCall.args'] ?? attributes['ai.toolCall.input'];
      const id = stringOrNull(attributes['ai.toolCall.id']);
      return { kind: 'tool', call: { id, name: tool, arguments: args === undefined ? null : readArguments(args) } };
    }
    const messages = attributes['ai.prompt.messages'];
    if (messages !== undefined)
      return {
        kind: 'model',
        ...joinReadings([jsonMessages(messages, 'ai.prompt.messages', sdkMessage), answer(attributes)]),
      };
    if (attributes['ai.prompt'] === undefined) return null;
    return { kind: 'agent', ...joinReadings([prompt(attributes['ai.prompt']), answer(attributes)]) };
  },
};

/** `{prompt}` with a text or messages, or `{messages}`. */
function prompt(value: Json): ReadMessages {
  const read = attributeJson(value);
  const { prompt: text, messages } = isJsonObject(read) ? read : { prompt: value, messages: undefined };
  if (typeof text === 'string') return { messages: [{ kind: 'user', text }], problems: [] };
  return jsonMessages(messages ?? text ?? value, 'ai.prompt', sdkMessage);
}

/** The names `ai.result.*` are those of its third version. */
function answer(attributes: JsonObject): ReadMessages {
  const text = attributes['ai.response.text'] ?? attributes['ai.result.text'] ?? null;
  const calls = attributes['ai.response.toolCalls'] ?? attributes['ai.result.toolCalls'] ?? null;
  if (text === null && calls === null) return { messages: [], problems: [] };
  const read = attributeJson(calls);
  const problems = calls === null || Array.isArray(read) ? [] : ['ai.response.toolCalls is not a list in JSON'];
  return { messages: [modelEvent(stringOrNull(text) ?? '', objectsOf(read).map(sdkCall))], problems };
}

function sdkMessage(message: JsonObject): readonly MessageEvent[] | null {
  const parts = objectsOf(message['content']);
  const read = chatMessage(message);
  if (message['role'] === 'tool')
    return parts.map((part) => {
      const result = part['output'] ?? part['result'] ?? null;
      return { kind: 'result', call_id: stringOrNull(part['toolCallId']), name: null, status: 'ok', result };
    });
  if (message['role'] !== 'assistant' || read === null) return read;
  const calls = parts.filter(({ type }) => type === 'tool-call').map(sdkCall);
  return read.map((event) => (event.kind === 'model' ? modelEvent(event.text, calls) : event));
}

function sdkCall(call: JsonObject): RequestedCall {
  return {
    id: stringOrNull(call['toolCallId']),
    name: stringOrNull(call['toolName']) ?? '',
    arguments: readArguments(call['input'] ?? call['args']),
  };
}
