import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';
import { contentText, objectsOf, stringOrNull } from '#trials/messages/content-text.ts';
import { isUnreadList } from '../format/read-body.ts';
import type { BodyBuilder } from '../format/stream-reader.ts';
import { type StreamedItem, streamedItems } from './streamed-items.ts';

/**
 * Combines the events of Responses. The last event has the whole response; if its output is empty, the finished items replace
 * it, and for an unfinished item its pieces.
 */
export function responseBody(): BodyBuilder {
  const items = streamedItems(waitsForArguments);
  let response: JsonObject = {};
  let ended = false;
  const outputItems = () => objectsOf(response['output']);
  return {
    take(data, event) {
      const type = stringOrNull(data['type']) ?? event ?? '';
      if (isJsonObject(data['response'])) response = data['response'];
      ended ||= ENDS.has(type);
      const piece = /^response\.(.+)\.(delta|done)$/.exec(type);
      if (type === 'response.output_item.added') items.begin(data);
      else if (type === 'response.output_item.done') items.finish(data);
      else if (piece !== null) addPiece(() => items.of(data), data, piece[1] ?? '', piece[2] === 'done');
    },
    body: () => ({ ...response, output: outputItems().length > 0 ? outputItems() : items.all().flatMap(itemFields) }),
    state: () => (ended ? 'ended' : 'open'),
    mixesCalls() {
      if (isUnreadList(response['output'])) return true;
      return outputItems().length === 0
        ? items.areMixed() || items.all().some(isNameless)
        : lacksCalls(outputItems(), items.all());
    },
  };
}

/** Clients take the calls from the items or from the last event: it has to name every call that an item named. */
function lacksCalls(output: readonly JsonObject[], items: readonly StreamedItem[]): boolean {
  const rest = output.filter(isCall).map(nameOf);
  for (const { latest } of items) {
    if (latest === null || !isCall(latest)) continue;
    const at = rest.indexOf(nameOf(latest));
    if (at === -1) return true;
    rest.splice(at, 1);
  }
  return items.filter(isNameless).length > rest.length;
}

/** Arguments came for a call that no event has announced. */
function isNameless({ latest, arguments: streamed }: StreamedItem): boolean {
  return latest === null && streamed !== '';
}

function nameOf({ type, name }: JsonObject): string {
  return stringOrNull(name) ?? stringOrNull(type) ?? '';
}

const ENDS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed']);

const ARGUMENT_KINDS: ReadonlySet<string> = new Set([
  'function_call_arguments',
  'custom_tool_call_input',
  'mcp_call_arguments',
]);

function addPiece(item: () => StreamedItem, data: JsonObject, kind: string, done: boolean): void {
  if (kind === 'output_text' || kind === 'refusal') {
    if (!done) item().text += stringOrNull(data['delta']) ?? '';
  } else if (ARGUMENT_KINDS.has(kind)) {
    const call = item();
    if (done) call.arguments = stringOrNull(data['arguments']) ?? stringOrNull(data['input']) ?? call.arguments;
    else call.arguments += stringOrNull(data['delta']) ?? '';
  }
}

function itemFields({ latest, done, text, arguments: streamed }: StreamedItem): readonly JsonObject[] {
  if (latest !== null && done) return [latest];
  const type = stringOrNull(latest?.['type']) ?? 'message';
  if (type === 'message') {
    const whole = text || contentText(latest?.['content']);
    return [{ ...latest, type, role: 'assistant', content: [{ type: 'output_text', text: whole }] }];
  }
  if (latest === null || streamed === '') return latest === null ? [] : [latest];
  return [{ ...latest, [argumentsOf(type)]: streamed }];
}

function argumentsOf(type: string): 'input' | 'arguments' {
  return type === 'custom_tool_call' ? 'input' : 'arguments';
}

function isCall({ type }: JsonObject): boolean {
  return stringOrNull(type)?.endsWith('_call') === true;
}

function waitsForArguments({ latest, done, arguments: streamed }: StreamedItem): boolean {
  const type = stringOrNull(latest?.['type']) ?? '';
  if (done || latest === null || !isCall(latest)) return false;
  const whole: Json = streamed || (latest?.[argumentsOf(type)] ?? '');
  return typeof whole === 'string' && jsonOrUndefined(whole) === undefined;
}
