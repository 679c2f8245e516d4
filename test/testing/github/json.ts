/** Any JSON object whose keys must still be checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses JSON; null when it is not an object. */
export function parseObject(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The value if it is a plain object, else null. */
export function asObject(value: unknown): JsonObject | null {
  return isJsonObject(value) ? value : null;
}

/** The value if it is a string, else the fallback. */
export function asString(value: unknown, fallback = ''): string {
  return typeof value === 'string' ? value : fallback;
}

/** Whether a value is a plain object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
