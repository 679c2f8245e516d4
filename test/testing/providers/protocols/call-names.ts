import type { JsonObject } from '../json.ts';
import { objectOr, objects, stringOr, textOf } from '../read-json.ts';
import type { ScriptCall, ScriptMessage } from '../script.ts';
import type { ChatRequest } from './protocol.ts';

/** The messages, with the name of the tool put into results that do not tell it: found by id, or where there is none, by order. */
export function nameResults(messages: readonly ScriptMessage[]): readonly ScriptMessage[] {
  const names = new Map<string | null, string>();
  let waiting: ScriptCall[] = [];
  return messages.map((message) => {
    if (message.role === 'assistant') waiting = [...message.calls];
    for (const { id, name } of message.calls) if (id !== null) names.set(id, name);
    if (message.role !== 'tool' || message.tool_name !== null) return message;
    const next = waiting.shift();
    const name = message.call_id === null ? next?.name : names.get(message.call_id);
    return { ...message, tool_name: name ?? null };
  });
}

/** A message of the user. */
export function userMessage(text: string): ScriptMessage {
  return { role: 'user', text, calls: [], call_id: null, tool_name: null, is_error: false };
}

/** What Ollama's chat and OpenAI's have in common. */
export function conversationIn(
  body: JsonObject,
  systemRoles: readonly string[],
  readMessage: (message: JsonObject) => ScriptMessage,
): Pick<ChatRequest, 'model' | 'system' | 'messages' | 'tool_schemas'> {
  const messages = objects(body['messages']);
  const system = messages.filter(({ role }) => systemRoles.includes(stringOr(role, '')));
  return {
    model: stringOr(body['model'], ''),
    system: system.length === 0 ? null : system.map(({ content }) => textOf(content)).join('\n\n'),
    messages: nameResults(messages.filter((message) => !system.includes(message)).map(readMessage)),
    tool_schemas: objects(body['tools']).map((tool) => {
      const declared = objectOr(tool['function']);
      return {
        name: stringOr(declared['name'], ''),
        description: stringOr(declared['description'], ''),
        schema: objectOr(declared['parameters']),
      };
    }),
  };
}
