import { isJsonObject, type Json } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';

/**
 * Compact JSON of a value of any size and depth. Rendering stops soon after `room` characters, so that no work is wasted: a
 * longer text is no longer JSON, and its reader has to truncate it.
 *
 * @param special text for a value that is not to be rendered as JSON, `null` for all others
 */
export function boundedJson(value: Json, room: number, special: (value: Json) => string | null = () => null): string {
  return render(value, room, DEEPEST, special);
}

/** Deeper values are `…`. */
const DEEPEST = 20;

type Special = (value: Json) => string | null;

function render(value: Json, room: number, depth: number, special: Special): string {
  const words = depth === 0 ? null : special(value);
  if (words !== null) return words;
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room));
  if (Array.isArray(value)) return depth === 0 ? '[…]' : `[${renderAll(value, room, depth, special)}]`;
  if (isJsonObject(value)) return depth === 0 ? '{…}' : `{${renderMembers(value, room, depth, special)}}`;
  return jsonText(value);
}

function renderAll(items: readonly Json[], room: number, depth: number, special: Special): string {
  let text = '';
  for (const item of items) {
    if (text.length > room) break;
    text += `${text === '' ? '' : ','}${render(item, room - text.length + 1, depth - 1, special)}`;
  }
  return text;
}

function renderMembers(value: { readonly [key: string]: Json }, room: number, depth: number, special: Special): string {
  let text = '';
  for (const key of Object.keys(value)) {
    if (text.length > room) break;
    const name = JSON.stringify(key.slice(0, room));
    text += `${text === '' ? '' : ','}${name}:${render(value[key] ?? null, room - text.length + 1, depth - 1, special)}`;
  }
  return text;
}
