import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';

/**
 * The same arguments (or fields) with every object that has a key starting with `$` wrapped in `$literal`: for expected values
 * from formats that know no matchers. The keys of the mapping itself are names and stay.
 */
export function quoteLiterals(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, quote(value)]));
}

function quote(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => quote(item));
  if (!isJsonObject(value)) return value;
  return Object.keys(value).some((key) => key.startsWith('$')) ? { $literal: value } : quoteLiterals(value);
}
