import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { stringOrNull } from '#trials/messages/content-text.ts';
import { readArguments } from '#trials/messages/read-arguments.ts';
import type { Span } from '../otlp/read-otlp.ts';
import { attributeJson, chatMessage, joinReadings, jsonMessages, type ReadMessages } from './json-messages.ts';
import type { Naming } from './naming.ts';
import { nested, unwrapList } from './nested.ts';

/** OpenInference (Phoenix, Arize): `llm.input_messages.0.message.role` and so on, `tool.name`, `input.value`. */
export const openInference: Naming = {
  name: 'OpenInference',
  read(span) {
    switch (span.attributes['openinference.span.kind']) {
      case 'LLM':
        return {
          kind: 'model',
          ...joinReadings([listOfMessages(span, 'llm.input_messages'), listOfMessages(span, 'llm.output_messages')]),
        };
      case 'TOOL':
        return { kind: 'tool', call: toolCall(span) };
      case 'AGENT':
      case 'CHAIN':
        return {
          kind: 'agent',
          ...joinReadings([valueAs(span, 'input.value', 'user'), valueAs(span, 'output.value', 'assistant')]),
        };
      default:
        return null;
    }
  },
};

function listOfMessages({ attributes }: Span, prefix: string): ReadMessages {
  const list = unwrapList(nested(attributes, prefix), 'message');
  return jsonMessages(list.map(asChat), prefix, chatMessage);
}

function asChat({ role, content, contents, tool_calls, tool_call_id, name }: JsonObject): JsonObject {
  return {
    // LangChain's names of roles.
    role: role === 'human' ? 'user' : role === 'ai' || role === 'model' ? 'assistant' : (role ?? null),
    content: content ?? unwrapList(contents, 'message_content'),
    tool_calls: unwrapList(tool_calls, 'tool_call'),
    tool_call_id: tool_call_id ?? null,
    name: name ?? null,
  };
}

function toolCall({ attributes, name }: Span) {
  const input = attributes['input.value'];
  return {
    id: stringOrNull(attributes['tool_call.id']),
    name: stringOrNull(attributes['tool.name']) ?? name,
    arguments: input === undefined ? null : readArguments(input),
  };
}

/** Agents and chains have one value, a text or JSON that may hold one under a common name, or messages. */
function valueAs({ attributes }: Span, place: string, role: 'user' | 'assistant'): ReadMessages {
  const value = attributes[place];
  const parsed = attributeJson(value);
  if (isJsonObject(parsed) && Array.isArray(parsed['messages'])) {
    const messages = jsonMessages(parsed['messages'], `${place}.messages`, chatMessage);
    // An answer repeats the messages that it answers.
    return role === 'user' ? messages : { ...messages, messages: messages.messages.slice(-1) };
  }
  const text = isJsonObject(parsed) ? TEXTS.map((key) => parsed[key]).find(isText) : isText(parsed) ? parsed : value;
  return isText(text) ? jsonMessages([{ role, content: text }], place, chatMessage) : { messages: [], problems: [] };
}

const TEXTS = ['input', 'question', 'query', 'prompt', 'output', 'answer', 'content'];

function isText(value: Json | undefined): value is string {
  return typeof value === 'string';
}
