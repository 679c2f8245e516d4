import { canonicalJson, isJsonObject, type JsonObject } from '#common/json.ts';
import { contentText, objectsOf, resultContent, stringOrNull } from './content-text.ts';
import type { MessageEvent, MessageShape, RequestedCall } from './message-shape.ts';
import { readArguments } from './read-arguments.ts';
import { readUsage } from './read-usage.ts';

/** Chat Completions: `{role, content, tool_calls}` messages and whole `chat.completion` bodies. Also plain `{role, content}`. */
export const openaiChat: MessageShape = {
  name: 'OpenAI chat',
  tells: (message) => Array.isArray(message['choices']) || 'function_call' in message,
  read(message) {
    const choice = objectsOf(message['choices'])[0]?.['message'];
    if (isJsonObject(choice)) return [modelEvent(choice, message)];
    switch (message['role']) {
      case 'system':
      case 'developer':
        return [{ kind: 'other' }];
      case 'user':
        return [{ kind: 'user', text: contentText(message['content']) }];
      case 'assistant':
        return [modelEvent(message, message)];
      case 'tool':
      case 'function':
        return [
          {
            kind: 'result',
            call_id: stringOrNull(message['tool_call_id']),
            name: stringOrNull(message['name']),
            status: message['status'] === 'error' || message['is_error'] === true ? 'error' : 'ok',
            result: resultContent(message['content']),
          },
        ];
      default:
        return null;
    }
  },
};

function modelEvent(message: JsonObject, withUsage: JsonObject): MessageEvent {
  const calls = objectsOf(message['tool_calls']).map(requestedCall);
  return {
    kind: 'model',
    text: contentText(message['content']) || (stringOrNull(message['refusal']) ?? ''),
    calls: [...calls, ...legacyCall(message, calls)],
    usage: readUsage(withUsage['usage']),
    group: null,
  };
}

/** `function_call`, which some servers write beside `tool_calls` for the same call. */
function legacyCall(message: JsonObject, calls: readonly RequestedCall[]): readonly RequestedCall[] {
  if (!isJsonObject(message['function_call'])) return [];
  const legacy = requestedCall({ function: message['function_call'] });
  const isSame = ({ name, arguments: args }: RequestedCall) =>
    name === legacy.name && canonicalJson(args) === canonicalJson(legacy.arguments);
  return calls.some(isSame) ? [] : [legacy];
}

function requestedCall(call: JsonObject): RequestedCall {
  const body = isJsonObject(call['function']) ? call['function'] : isJsonObject(call['custom']) ? call['custom'] : call;
  return {
    id: stringOrNull(call['id']),
    name: stringOrNull(body['name']) ?? '',
    arguments: readArguments(body['arguments'] ?? body['args'] ?? body['input']),
  };
}
