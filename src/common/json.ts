/**
 * A JSON value: the data of every file, protocol and artifact of this project. Integers beyond 2^53 are big integers, read and
 * written by json-text; all other numbers are ordinary ones.
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

/** A JSON object. Built with a null prototype or checked with {@link isJsonObject} before keys are read. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for a plain object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a JSON list. */
export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value at a place of another one; `undefined`: it has no such place. */
export function valueAt(value: unknown, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<unknown>((node, key) => {
    if (Array.isArray(node)) return node[Number(key)];
    return isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
  }, value) as Json | undefined;
}

/** A value with another one at a place that it has. */
export function withValueAt(whole: Json, [key, ...rest]: readonly (string | number)[], value: Json): Json {
  if (key === undefined) return value;
  const within = (found: Json = null) => withValueAt(found, rest, value);
  if (isJsonList(whole)) return whole.map((item, index) => (index === Number(key) ? within(item) : item));
  return isJsonObject(whole) ? { ...whole, [key]: within(whole[key]) } : whole;
}

/** Text of a value with object keys sorted at every depth: equal values give equal text. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`;
  if (isJsonObject(value)) {
    let text = '';
    for (const key of Object.keys(value).sort()) {
      const inner = value[key];
      if (inner !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${canonicalJson(inner)}`;
    }
    return text === '' ? '{}' : `${text}}`;
  }
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** True for a number of either kind. */
export function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** The fields that are there. */
export function given(fields: { readonly [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
