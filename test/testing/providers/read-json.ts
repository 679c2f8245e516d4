import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** Elements of an array that are objects. */
export function objects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The value if it is an object, else an empty one. */
export function objectOr(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value if it is a string, else the fallback. */
export function stringOr(value: Json | undefined, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

/** The value if it is a string, else `null`. */
export function stringOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** The value if it is a number, else `null`. */
export function numberOrNull(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** Text of content: a string, or the texts of its parts. */
export function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return objects(content)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : textOf(part['content'])))
    .join('');
}

/** Parses JSON; `null` when it is no object. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
