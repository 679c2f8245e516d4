import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { contentText, objectsOf, stringOrNull } from '#domain/messages/content-text.ts';
import { objectOf } from '../read-body.ts';
import type { BodyBuilder } from '../stream-reader.ts';

/**
 * Combines the events of Responses. The last event has the whole response; if its output is empty, the finished items replace
 * it, and for an unfinished item its pieces.
 */
export function responseBody(): BodyBuilder {
  const items = new Map<Json, StreamedItem>();
  let response: JsonObject = {};
  let ended = false;
  return {
    take(data, event) {
      const type = stringOrNull(data['type']) ?? event ?? '';
      if (isJsonObject(data['response'])) response = data['response'];
      ended ||= ENDS.has(type);
      if (type === 'response.output_item.added' || type === 'response.output_item.done') {
        const item = itemOf(data, items);
        item.given = objectOf(data['item']);
        item.done ||= type === 'response.output_item.done';
      }
      const piece = /^response\.(.+)\.(delta|done)$/.exec(type);
      if (piece !== null) addPiece(data, piece[1] ?? '', piece[2] === 'done', items);
    },
    body() {
      const given = objectsOf(response['output']);
      const output = given.length > 0 ? given : [...items.values()].toSorted(byPlace).flatMap(itemFields);
      return { ...response, output };
    },
    state: () => (ended ? 'ended' : 'open'),
  };
}

const ENDS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed']);

interface StreamedItem {
  readonly place: number;
  given: JsonObject | null;
  done: boolean;
  text: string;
  /** Arguments or input of a call. */
  arguments: string;
}

/** The item of an event: by its index in the output, else by its id, else the last. */
function itemOf(data: JsonObject, items: Map<Json, StreamedItem>): StreamedItem {
  const id = stringOrNull(data['item_id']) ?? stringOrNull(objectOf(data['item'])['id']);
  const key = typeof data['output_index'] === 'number' ? data['output_index'] : (id ?? [...items.keys()].at(-1) ?? '');
  const found = items.get(key);
  if (found !== undefined) return found;
  const place = typeof key === 'number' ? key : items.size;
  const item: StreamedItem = { place, given: null, done: false, text: '', arguments: '' };
  items.set(key, item);
  return item;
}

const ARGUMENT_KINDS: ReadonlySet<string> = new Set([
  'function_call_arguments',
  'custom_tool_call_input',
  'mcp_call_arguments',
]);

function addPiece(data: JsonObject, kind: string, done: boolean, items: Map<Json, StreamedItem>): void {
  if (kind === 'output_text' || kind === 'refusal') {
    if (!done) itemOf(data, items).text += stringOrNull(data['delta']) ?? '';
  } else if (ARGUMENT_KINDS.has(kind)) {
    const item = itemOf(data, items);
    if (done) item.arguments = stringOrNull(data['arguments']) ?? stringOrNull(data['input']) ?? item.arguments;
    else item.arguments += stringOrNull(data['delta']) ?? '';
  }
}

function itemFields({ given, done, text, arguments: streamed }: StreamedItem): readonly JsonObject[] {
  if (given !== null && done) return [given];
  const type = stringOrNull(given?.['type']) ?? 'message';
  if (type === 'message') {
    const whole = text || contentText(given?.['content']);
    return [{ ...given, type, role: 'assistant', content: [{ type: 'output_text', text: whole }] }];
  }
  if (given === null || streamed === '') return given === null ? [] : [given];
  return [{ ...given, [type === 'custom_tool_call' ? 'input' : 'arguments']: streamed }];
}

function byPlace(one: StreamedItem, other: StreamedItem): number {
  return one.place - other.place;
}
