import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { contentText, objectsOf, resultContent, stringOrNull } from './content-text.ts';
import type { MessageEvent, MessageShape, RequestedCall } from './message-shape.ts';
import { readArguments } from './read-arguments.ts';
import { readUsage } from './read-usage.ts';

/**
 * LangChain and LangGraph messages in their three forms: dumped (`{type: ai, content, tool_calls}`), as dictionaries (`{type:
 * ai, data: {…}}`) and serialised constructors (`{lc: 1, id: […, AIMessage], kwargs: {…}}`).
 */
export const langchain: MessageShape = {
  name: 'LangChain',
  tells: (message) => message['role'] === undefined && openMessage(message) !== null,
  read(message) {
    const opened = openMessage(message);
    if (opened === null) return null;
    const { kind, body } = opened;
    switch (kind) {
      case 'human':
        return [{ kind: 'user', text: contentText(body['content']) }];
      case 'ai':
        return [modelEvent(body)];
      case 'tool':
      case 'function':
        return [
          {
            kind: 'result',
            call_id: stringOrNull(body['tool_call_id']),
            name: stringOrNull(body['name']),
            status: body['status'] === 'error' ? 'error' : 'ok',
            result: resultContent(body['content']),
          },
        ];
      default:
        return [{ kind: 'other' }];
    }
  },
};

const KINDS: { readonly [name: string]: string } = {
  human: 'human',
  HumanMessage: 'human',
  HumanMessageChunk: 'human',
  ai: 'ai',
  AIMessage: 'ai',
  AIMessageChunk: 'ai',
  tool: 'tool',
  ToolMessage: 'tool',
  ToolMessageChunk: 'tool',
  function: 'function',
  FunctionMessage: 'function',
  system: 'other',
  SystemMessage: 'other',
  SystemMessageChunk: 'other',
  developer: 'other',
  remove: 'other',
  RemoveMessage: 'other',
};

/** Kind of message and the object with its fields. */
function openMessage(message: JsonObject): { readonly kind: string; readonly body: JsonObject } | null {
  const path = message['id'];
  const serialised = message['lc'] !== undefined && Array.isArray(path) && isJsonObject(message['kwargs']);
  const name: Json | undefined = serialised ? path[path.length - 1] : message['type'];
  const kind = typeof name === 'string' && Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kind === undefined) return null;
  const inner = serialised ? message['kwargs'] : message['data'];
  return { kind, body: isJsonObject(inner) ? inner : message };
}

function modelEvent(body: JsonObject): MessageEvent {
  const original = isJsonObject(body['additional_kwargs']) ? objectsOf(body['additional_kwargs']['tool_calls']) : [];
  const listed = objectsOf(body['tool_calls']);
  const invalidCalls = objectsOf(body['invalid_tool_calls']);
  const calls = listed.length + invalidCalls.length > 0 ? [...listed, ...invalidCalls] : original;
  return {
    kind: 'model',
    text: contentText(body['content']),
    calls: calls.map(requestedCall),
    usage: readUsage(body['usage_metadata']),
    group: null,
  };
}

function requestedCall(call: JsonObject): RequestedCall {
  const inner = isJsonObject(call['function']) ? call['function'] : call;
  return {
    id: stringOrNull(call['id']),
    name: stringOrNull(inner['name']) ?? '',
    arguments: readArguments(inner['args'] ?? inner['arguments']),
  };
}
