import { isJsonObject, type JsonObject } from '#common/json.ts';
import { contentText, objectsOf, stringOrNull } from './content-text.ts';
import type { MessageEvent, MessageShape } from './message-shape.ts';
import { readArguments } from './read-arguments.ts';
import { readUsage } from './read-usage.ts';

/** Ollama chat: calls without ids and with arguments as objects, results by `tool_name`, and whole `/api/chat` bodies with counts. */
export const ollama: MessageShape = {
  name: 'Ollama',
  tells: (message) =>
    'tool_name' in message ||
    (isJsonObject(message['message']) && ('done' in message || 'eval_count' in message)) ||
    objectsOf(message['tool_calls']).some(
      (call) => isJsonObject(call['function']) && isJsonObject(call['function']['arguments']),
    ),
  read(message) {
    if (isJsonObject(message['message'])) return [modelEvent(message['message'], message)];
    switch (message['role']) {
      case 'system':
        return [{ kind: 'other' }];
      case 'user':
        return [{ kind: 'user', text: contentText(message['content']) }];
      case 'assistant':
        return [modelEvent(message, message)];
      case 'tool':
        return [
          {
            kind: 'result',
            call_id: stringOrNull(message['tool_call_id']),
            name: stringOrNull(message['tool_name']) ?? stringOrNull(message['name']),
            status: message['status'] === 'error' ? 'error' : 'ok',
            result: message['content'] ?? null,
          },
        ];
      default:
        return null;
    }
  },
};

function modelEvent(message: JsonObject, withCounts: JsonObject): MessageEvent {
  return {
    kind: 'model',
    text: contentText(message['content']),
    calls: objectsOf(message['tool_calls']).map((call) => {
      const body = isJsonObject(call['function']) ? call['function'] : call;
      return {
        id: stringOrNull(call['id']),
        name: stringOrNull(body['name']) ?? '',
        arguments: readArguments(body['arguments']),
      };
    }),
    usage: readUsage(withCounts) ?? readUsage(withCounts['usage']),
    group: null,
  };
}
