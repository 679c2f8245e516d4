import { isJsonObject, type Json } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';

/** Longest rendering of one value in a reason, characters. */
const CAP = 120;
const DEEPEST = 20;

/** A value as compact JSON of at most 120 characters, `nothing` if there is none. Safe for values of any size and depth. */
export function shown(value: Json | undefined): string {
  return value === undefined ? 'nothing' : cap(render(value, CAP, DEEPEST));
}

/** A list of texts, joined by commas and truncated as a whole. */
export function shownList(texts: readonly string[]): string {
  const few = texts.slice(0, CAP).join(', ');
  return texts.length === 0 ? 'nothing' : cap(few);
}

/** A tool's name: bare if it is an ordinary one, else as truncated JSON text. */
export function shownName(name: string): string {
  return /^[\w.:/-]{1,80}$/.test(name) ? name : shown(name);
}

/** Truncates without splitting a surrogate pair. */
function cap(text: string): string {
  if (text.length <= CAP) return text;
  const cut = text.slice(0, CAP - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** JSON text; rendering stops early at `room` or `depth`, so that nothing is rendered in vain. */
function render(value: Json, room: number, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > room ? value.slice(0, room) : value);
  if (Array.isArray(value)) return depth === 0 ? '[…]' : `[${renderAll(value, '', room, depth)}]`;
  if (isJsonObject(value)) return depth === 0 ? '{…}' : `{${renderMembers(value, room, depth)}}`;
  return jsonText(value);
}

function renderAll(items: readonly Json[], start: string, room: number, depth: number): string {
  let text = start;
  for (const item of items) {
    if (text.length > room) break;
    text += `${text === '' ? '' : ','}${render(item, room - text.length + 1, depth - 1)}`;
  }
  return text;
}

function renderMembers(value: { readonly [key: string]: Json }, room: number, depth: number): string {
  let text = '';
  for (const key of Object.keys(value)) {
    if (text.length > room) break;
    text += `${text === '' ? '' : ','}${render(key, room, 0)}:${render(value[key] ?? null, room - text.length + 1, depth - 1)}`;
  }
  return text;
}
