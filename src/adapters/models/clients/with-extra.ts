import { isJsonObject, type JsonObject } from '#domain/json.ts';

/** A body with further fields; where both have a mapping, its own fields stay beside the further ones. */
export function withExtra(body: JsonObject, extra: JsonObject): JsonObject {
  const further = Object.entries(extra).map(([name, value]) => {
    const own = body[name];
    return [name, isJsonObject(own) && isJsonObject(value) ? { ...own, ...value } : value];
  });
  return { ...body, ...Object.fromEntries(further) };
}
