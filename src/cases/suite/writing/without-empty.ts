import type { Json, JsonObject } from '#common/json.ts';

/** A mapping without its empty keys: `null`, empty lists and empty mappings. */
export function withoutEmpty(mapping: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(mapping).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: Json): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
