import { isJsonObject, type JsonObject } from '#common/json.ts';
import { objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import type { MessageEvent } from '#trials/messages/message-shape.ts';
import { readArguments } from '#trials/messages/read-arguments.ts';
import { chatMessage, joinReadings, jsonMessages, modelEvent } from './json-messages.ts';
import type { Naming } from './naming.ts';

/** OpenTelemetry's names since 1.37: messages as JSON in `gen_ai.input.messages` and `gen_ai.output.messages`, of a span or its event. */
export const genAi: Naming = {
  name: 'OpenTelemetry gen_ai',
  read({ attributes, events }) {
    const operation = attributes['gen_ai.operation.name'];
    const tool = stringOrNull(attributes['gen_ai.tool.name']);
    if (tool !== null && (operation === undefined || operation === 'execute_tool')) {
      const args = attributes['gen_ai.tool.call.arguments'];
      const id = stringOrNull(attributes['gen_ai.tool.call.id']);
      return { kind: 'tool', call: { id, name: tool, arguments: args === undefined ? null : readArguments(args) } };
    }
    if (!Object.keys(attributes).some((key) => key.startsWith('gen_ai.'))) return null;
    const details = events.find(({ name }) => name === 'gen_ai.client.inference.operation.details')?.attributes ?? {};
    const read = ['gen_ai.input.messages', 'gen_ai.output.messages'].map((place) =>
      jsonMessages(attributes[place] ?? details[place], place, (message) => messageOfParts(message)),
    );
    return { kind: AGENTS.includes(String(operation)) ? 'agent' : 'model', ...joinReadings(read) };
  },
};

/** A call of the agent's own tools, or of one that the provider runs. */
const CALLS = ['tool_call', 'server_tool_call'];

const AGENTS = ['invoke_agent', 'create_agent', 'invoke_workflow'];

function messageOfParts(message: JsonObject): readonly MessageEvent[] | null {
  const { role, parts } = message;
  if (!Array.isArray(parts)) return chatMessage(message);
  const all = objectsOf(parts);
  const text = all.map((part) => (part['type'] === 'text' ? (stringOrNull(part['content']) ?? '') : '')).join('');
  const results = all
    .filter(({ type }) => type === 'tool_call_response')
    .map((part): MessageEvent => {
      const result = part['response'] ?? part['result'] ?? null;
      return { kind: 'result', call_id: stringOrNull(part['id']), name: null, status: 'ok', result };
    });
  if (role === 'assistant')
    return [modelEvent(text, all.filter(({ type }) => CALLS.includes(String(type))).map(callOfPart))];
  // Some write the results of tools into a message of the user.
  if (role === 'tool' || results.length > 0) return text === '' || role === 'tool' ? results : [...results, user(text)];
  if (role === 'user') return [user(text)];
  return role === 'system' || role === 'developer' ? [{ kind: 'other' }] : null;
}

function user(text: string): MessageEvent {
  return { kind: 'user', text };
}

function callOfPart(part: JsonObject) {
  const { type: _, ...details } = isJsonObject(part['server_tool_call']) ? part['server_tool_call'] : {};
  return {
    id: stringOrNull(part['id']),
    name: stringOrNull(part['name']) ?? '',
    arguments: readArguments(part['type'] === 'tool_call' ? part['arguments'] : details),
  };
}
