import { isJsonObject, isNumber, type Json, type JsonObject } from '#common/json.ts';

/** Removes secrets from free-form data: texts, keys, and numbers that spell one (these become texts). */
export function redactJson(value: Json, redact: (text: string) => string): Json {
  if (typeof value === 'string') return redact(value);
  if (isNumber(value)) return redact(String(value)) === String(value) ? value : redact(String(value));
  if (Array.isArray(value)) return value.map((item: Json) => redactJson(item, redact));
  return isJsonObject(value) ? redactObject(value, redact) : value;
}

/** Removes secrets from an object of free-form data. */
export function redactObject(object: JsonObject, redact: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [redact(key), redactJson(value, redact)]));
}
