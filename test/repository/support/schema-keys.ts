import { isJsonObject, type Json } from '#common/json.ts';

/**
 * Paths of every key that a JSON Schema names, such as `gate.pass_rate.min`; entries of lists have the path of their
 * list, keys that users choose are `*`.
 */
export function schemaKeys(schema: Json): ReadonlySet<string> {
  return new Set(keysBelow(schema, ''));
}

/** The same for a document: every key that is written, users' own keys by their names. */
export function writtenKeys(document: Json): ReadonlySet<string> {
  return new Set(pathsBelow(document, ''));
}

function keysBelow(schema: Json | undefined, path: string): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const { properties, additionalProperties, items, anyOf, oneOf, allOf } = schema;
  const alternatives = [anyOf, oneOf, allOf, [items]].flatMap((list) => (Array.isArray(list) ? list : []));
  return [
    ...Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([key, value]) => [
      joined(path, key),
      ...keysBelow(value, joined(path, key)),
    ]),
    ...keysBelow(additionalProperties, joined(path, '*')),
    ...alternatives.flatMap((alternative) => keysBelow(alternative, path)),
  ];
}

function pathsBelow(value: Json, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((entry: Json) => pathsBelow(entry, path));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [joined(path, key), ...pathsBelow(inner, joined(path, key))]);
}

function joined(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
