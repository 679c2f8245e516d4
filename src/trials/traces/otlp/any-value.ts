import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';

/** A value as OTLP/JSON writes it, as plain JSON; what is no such value is `null`. */
export function readAnyValue(value: Json | undefined): Json {
  if (!isJsonObject(value)) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = value;
  if (typeof stringValue === 'string') return stringValue;
  if (typeof boolValue === 'boolean') return boolValue;
  if (intValue !== undefined) return Number(intValue);
  if (doubleValue !== undefined) return Number(doubleValue);
  if (isJsonObject(arrayValue)) return listOf(arrayValue['values']).map(readAnyValue);
  return isJsonObject(kvlistValue) ? readAttributes(kvlistValue['values']) : null;
}

/** A list of keys with values of OTLP/JSON as an object. */
export function readAttributes(list: Json | undefined): JsonObject {
  const pairs = listOf(list).flatMap((entry): [string, Json][] =>
    isJsonObject(entry) && typeof entry['key'] === 'string' ? [[entry['key'], readAnyValue(entry['value'])]] : [],
  );
  return Object.fromEntries(pairs);
}

/** A list, or an empty one for anything else. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
