import type { Json } from '#common/json.ts';

/** The path of every value within a value. */
export function pathsOf(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))];
}

/** A copy with the value at a path replaced, or removed if there is no other. */
export function replaceAt(value: Json, [key, ...rest]: readonly string[], by: Json | undefined): Json | undefined {
  if (key === undefined) return by;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const replaced = name === key ? replaceAt(item, rest, by) : item;
    return replaced === undefined ? [] : [[name, replaced] as const];
  });
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
