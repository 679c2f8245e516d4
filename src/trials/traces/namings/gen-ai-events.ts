import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { SpanEvent } from '../otlp/read-otlp.ts';
import { attributeJson, chatMessage, joinReadings, jsonMessages, type ReadMessages } from './json-messages.ts';
import type { Naming } from './naming.ts';
import { nested } from './nested.ts';

/**
 * OpenTelemetry's names up to 1.36: an event for each message (`gen_ai.user.message`, `gen_ai.choice`), of the span or as a log
 * record; before them `gen_ai.content.prompt`, and `gen_ai.prompt.0.content` as attributes.
 */
export const genAiEvents: Naming = {
  name: 'OpenTelemetry gen_ai up to 1.36',
  read({ attributes, events }) {
    const messages = events.flatMap((event) => readEvent(event) ?? []);
    const flat = ['gen_ai.prompt', 'gen_ai.completion'].map((prefix) => {
      const list = nested(attributes, prefix);
      return Array.isArray(list) ? jsonMessages(list.map(withRole(prefix)), prefix, chatMessage) : null;
    });
    const all = [...messages, ...flat.filter((item) => item !== null)];
    return all.length === 0 ? null : { kind: 'model', ...joinReadings(all) };
  },
};

const ROLES: Readonly<Record<string, string>> = {
  'gen_ai.system.message': 'system',
  'gen_ai.user.message': 'user',
  'gen_ai.assistant.message': 'assistant',
  'gen_ai.tool.message': 'tool',
};

/** `null`: the event is no message. */
function readEvent({ name, attributes, body }: SpanEvent): ReadMessages | null {
  const content = isJsonObject(body) ? body : attributeJson(attributes['gen_ai.event.content']);
  const fields: JsonObject = isJsonObject(content) ? content : attributes;
  const role = ROLES[name];
  if (role !== undefined) return jsonMessages([chatFields(fields, role)], name, chatMessage);
  if (name === 'gen_ai.choice') {
    if (Number(fields['index'] ?? 0) > 0) return null;
    const message = attributeJson(fields['message']);
    const spoken = isJsonObject(message)
      ? { ...fields, ...message }
      : { ...fields, content: fields['content'] ?? fields['message'] ?? null };
    return jsonMessages([chatFields(spoken, 'assistant')], name, chatMessage);
  }
  const [place, as] = CONTENTS[name] ?? [];
  if (place === undefined || as === undefined) return null;
  const list = attributeJson(attributes[place]);
  return jsonMessages(Array.isArray(list) ? list.map(withRole(as)) : (attributes[place] ?? null), place, chatMessage);
}

const CONTENTS: Readonly<Record<string, readonly [place: string, as: string]>> = {
  'gen_ai.content.prompt': ['gen_ai.prompt', 'gen_ai.prompt'],
  'gen_ai.content.completion': ['gen_ai.completion', 'gen_ai.completion'],
};

function chatFields(fields: JsonObject, role: string): JsonObject {
  const { content, tool_calls, id, name } = fields;
  return {
    role,
    content: content ?? null,
    tool_calls: attributeJson(tool_calls) ?? null,
    ...(role === 'tool' ? { tool_call_id: id ?? null, name: name ?? null } : {}),
  };
}

/** What a model completes is its own, also if nothing says so. */
function withRole(prefix: string): (message: Json) => Json {
  return (message) =>
    isJsonObject(message) && message['role'] === undefined && prefix === 'gen_ai.completion'
      ? { ...message, role: 'assistant' }
      : message;
}
