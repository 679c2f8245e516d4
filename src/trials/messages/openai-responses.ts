import type { JsonObject } from '#common/json.ts';
import { contentText, objectsOf, resultContent, stringOrNull } from './content-text.ts';
import type { MessageEvent, MessageShape, RequestedCall } from './message-shape.ts';
import { readArguments } from './read-arguments.ts';
import { readUsage } from './read-usage.ts';

/**
 * Responses API: input and output items (`message`, `function_call`, `function_call_output`, …) and whole `response` bodies.
 * One model call returns several items, so adjacent output items are one step. Tools that the provider runs (`web_search_call`,
 * `mcp_call`, …) count as calls too, under the item's name or type.
 */
export const openaiResponses: MessageShape = {
  name: 'OpenAI Responses',
  tells: (message) => message['object'] === 'response' || isItemType(stringOrNull(message['type'])),
  read(message) {
    if (message['object'] === 'response') return responseEvents(message);
    return itemEvents(message, 'items');
  },
};

function isItemType(type: string | null): boolean {
  return type !== null && (type === 'reasoning' || type.endsWith('_call') || type.endsWith('_call_output'));
}

function responseEvents(response: JsonObject): readonly MessageEvent[] {
  const group = stringOrNull(response['id']) ?? 'response';
  const events = objectsOf(response['output']).flatMap((item) => itemEvents(item, group) ?? []);
  const usage = readUsage(response['usage']);
  return [...events, { kind: 'model', text: '', calls: [], usage, group }];
}

function itemEvents(item: JsonObject, group: string): readonly MessageEvent[] | null {
  const type = stringOrNull(item['type']) ?? (item['role'] === undefined ? null : 'message');
  if (type === null) return null;
  if (type === 'message') return roleEvents(item, group);
  if (type.endsWith('_call_output')) return [resultEvent(item, item['output'])];
  if (!type.endsWith('_call')) return [{ kind: 'other' }];
  const call = requestedCall(item, type);
  const request: MessageEvent = { kind: 'model', text: '', calls: [call], usage: null, group };
  return ANSWERED_APART.has(type) ? [request] : [request, ...ownResult(item, call)];
}

function roleEvents(item: JsonObject, group: string): readonly MessageEvent[] | null {
  const text = contentText(item['content']);
  switch (item['role']) {
    case 'user':
      return [{ kind: 'user', text }];
    case 'assistant':
      return [{ kind: 'model', text, calls: [], usage: null, group }];
    case 'system':
    case 'developer':
      return [{ kind: 'other' }];
    default:
      return null;
  }
}

/** Calls whose result is an item of its own, `…_call_output`, from the agent or the provider. Their status says that they were written. */
const ANSWERED_APART: ReadonlySet<string> = new Set([
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'computer_call',
  'tool_search_call',
]);

function requestedCall(item: JsonObject, type: string): RequestedCall {
  return {
    id: stringOrNull(item['call_id']) ?? stringOrNull(item['id']),
    name: stringOrNull(item['name']) ?? (NAMED.has(type) ? '' : type.slice(0, -'_call'.length)),
    arguments: readArguments(
      item['arguments'] ?? item['input'] ?? item['action'] ?? item['operation'] ?? requestOf(item),
    ),
  };
}

/** Calls that say which tool they mean; the type of the others is their tool. */
const NAMED: ReadonlySet<string> = new Set(['function_call', 'custom_tool_call', 'mcp_call']);

/** What tools that the provider runs were asked, in the fields of their items. */
function requestOf(item: JsonObject): JsonObject {
  return Object.fromEntries(
    ['queries', 'code', 'actions'].flatMap((name) => (item[name] == null ? [] : [[name, item[name]]])),
  );
}

/** Tools run by the provider have their result in the same item. */
function ownResult(item: JsonObject, call: RequestedCall): readonly MessageEvent[] {
  const failed = item['status'] === 'failed' || (item['error'] !== undefined && item['error'] !== null);
  if (!failed && item['status'] !== 'completed' && item['output'] === undefined) return [];
  return [
    {
      kind: 'result',
      call_id: call.id,
      name: call.name,
      status: failed ? 'error' : 'ok',
      result: resultContent(item['output'] ?? item['error'] ?? item['results'] ?? item['outputs']),
    },
  ];
}

function resultEvent(item: JsonObject, output: JsonObject[string] | undefined): MessageEvent {
  return {
    kind: 'result',
    call_id: stringOrNull(item['call_id']),
    name: null,
    status:
      item['status'] === 'failed' || item['status'] === 'incomplete' || item['is_error'] === true ? 'error' : 'ok',
    result: resultContent(output),
  };
}
