import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { contentText, objectsOf, resultContent, stringOrNull } from './content-text.ts';
import type { MessageEvent, MessageShape } from './message-shape.ts';
import { readArguments } from './read-arguments.ts';
import { readUsage } from './read-usage.ts';

/**
 * Messages API: `{role, content}` where content is text or blocks (`text`, `tool_use`, `tool_result`, …), and whole `message`
 * bodies with their usage. Adjacent messages with one id are pieces of one answer. Converters to OpenAI's shape leave
 * `thinking` blocks in the content and move the requests to `tool_calls`; those messages are not read here.
 */
export const anthropic: MessageShape = {
  name: 'Anthropic',
  tells: (message) =>
    objectsOf(message['content']).some((block) => isOwnBlock(stringOrNull(block['type']))) ||
    (message['type'] === 'message' && 'stop_reason' in message),
  read(message) {
    switch (message['role']) {
      case 'user':
        return userEvents(message);
      case 'assistant':
        return isConverted(message) ? null : assistantEvents(message);
      case 'system':
        return [{ kind: 'other' }];
      default:
        return null;
    }
  },
};

function isOwnBlock(type: string | null): boolean {
  return type !== null && (isRequest(type) || isResult(type) || type === 'thinking' || type === 'redacted_thinking');
}

function isRequest(type: string | null): boolean {
  return type?.endsWith('tool_use') === true;
}

function isResult(type: string | null): boolean {
  return type?.endsWith('tool_result') === true;
}

function isConverted(message: JsonObject): boolean {
  const hasRequest = objectsOf(message['content']).some((block) => isRequest(stringOrNull(block['type'])));
  return !hasRequest && objectsOf(message['tool_calls']).length > 0;
}

function userEvents(message: JsonObject): readonly MessageEvent[] {
  const results = resultEvents(message);
  // The agent's own loop adds text next to tool results; it is no turn of the user.
  return results.length > 0 ? results : [{ kind: 'user', text: contentText(message['content']) }];
}

function assistantEvents(message: JsonObject): readonly MessageEvent[] {
  const requests = objectsOf(message['content']).filter((block) => isRequest(stringOrNull(block['type'])));
  return [
    {
      kind: 'model',
      text: contentText(message['content']),
      calls: requests.map((block) => ({
        id: stringOrNull(block['id']),
        name: stringOrNull(block['name']) ?? '',
        arguments: readArguments(block['input']),
      })),
      usage: readUsage(message['usage']),
      group: stringOrNull(message['id']),
    },
    ...resultEvents(message),
  ];
}

function resultEvents(message: JsonObject): readonly MessageEvent[] {
  return objectsOf(message['content'])
    .filter((block) => isResult(stringOrNull(block['type'])))
    .map((block) => ({
      kind: 'result',
      call_id: stringOrNull(block['tool_use_id']),
      name: null,
      status: block['is_error'] === true || isError(block['content']) ? 'error' : 'ok',
      result: resultContent(block['content']),
    }));
}

/** Tools that the provider runs report their failure as content: `{type: web_search_tool_result_error, error_code}`. */
function isError(content: Json | undefined): boolean {
  return isJsonObject(content) && stringOrNull(content['type'])?.endsWith('_error') === true;
}
