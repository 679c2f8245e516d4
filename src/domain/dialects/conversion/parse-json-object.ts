import { isJsonObject, type JsonObject } from '#domain/json.ts';
import { parseJsonText } from '#domain/json-text.ts';

/** The object that a JSON text holds; `null` when the text is no JSON or holds something else. */
export function parseJsonObject(text: string): JsonObject | null {
  try {
    const value: unknown = parseJsonText(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
