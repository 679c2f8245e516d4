import { isJsonObject, type Json } from '#common/json.ts';
import { memberIn } from './texts/fold-text.ts';

/**
 * The value at a dotted path (`order.items.0.status`), `undefined` if there is none. `\.` is a dot inside a key, `\\` a
 * backslash. A key that itself contains the dots takes precedence over nested objects.
 */
export function readPath(root: Json, path: string): Json | undefined {
  return descend(root, splitPath(path));
}

/** Path of a member, in the syntax of {@link readPath}. */
export function joinPath(base: string, key: string): string {
  const escaped = key.replaceAll('\\', '\\\\').replaceAll('.', '\\.');
  return base === '' ? escaped : `${base}.${escaped}`;
}

/** Keys of a dotted path. */
export function splitPath(path: string): string[] {
  const keys = [''];
  for (let i = 0; i < path.length; i++) {
    const char = path.charAt(i);
    const next = path.charAt(i + 1);
    if (char === '.') keys.push('');
    else if (char === '\\' && (next === '.' || next === '\\')) keys.push(`${keys.pop() ?? ''}${path.charAt(++i)}`);
    else keys.push(`${keys.pop() ?? ''}${char}`);
  }
  return keys;
}

function descend(value: Json, keys: readonly string[]): Json | undefined {
  if (keys.length === 0) return value;
  // The longest key first; every path ends at a different node, so the search is bounded by the size of the value.
  for (let length = keys.length; length > 0; length--) {
    const member = memberOf(value, keys.slice(0, length).join('.'));
    const match = member === undefined ? undefined : descend(member, keys.slice(length));
    if (match !== undefined) return match;
  }
  return undefined;
}

function memberOf(value: Json, key: string): Json | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) ? memberIn(value, key) : undefined;
}
