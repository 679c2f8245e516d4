import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { objectsOf } from '#domain/messages/content-text.ts';

/**
 * The schema of a tool's arguments as the Gemini API accepts it: a part of JSON Schema. `const` becomes `enum`, `allOf` one schema,
 * `definitions` become `$defs`; other keywords that the API does not have are left out, so that the model is told less and nothing
 * false. A tool without arguments has no schema.
 */
export function geminiParameters(parameters: JsonObject): JsonObject {
  const schema = convert(parameters);
  const { properties } = schema;
  const isEmpty = properties === undefined || (isJsonObject(properties) && Object.keys(properties).length === 0);
  return isEmpty && schema['$ref'] === undefined && schema['anyOf'] === undefined
    ? {}
    : { parametersJsonSchema: schema };
}

function convert(written: JsonObject): JsonObject {
  const schema = merged(written);
  const kept = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    if (key === '$ref' && typeof value === 'string') return [[key, value.replace(/^#\/definitions\//, '#/$defs/')]];
    if (key === 'const') return typeof value === 'string' || typeof value === 'number' ? [['enum', [value]]] : [];
    if (key === 'definitions' || key === '$defs') return [['$defs', each(value)]];
    // Beside a reference the API takes nothing else.
    if ('$ref' in schema || !KEYWORDS.has(key)) return [];
    if (key === 'enum') return isScalars(value) ? [[key, value]] : [];
    if (key === 'properties') return [[key, each(value)]];
    if (key === 'oneOf') return [['anyOf', schemas(value)]];
    if (key === 'anyOf' || key === 'prefixItems') return [[key, schemas(value)]];
    if (key === 'items' || key === 'additionalProperties') return [[key, isJsonObject(value) ? convert(value) : value]];
    return [[key, value]];
  });
  return Object.fromEntries(kept);
}

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['type', 'format', 'title', 'description', 'enum', 'items', 'prefixItems', 'minItems', 'maxItems', 'minimum'],
  ...['maximum', 'anyOf', 'oneOf', 'properties', 'additionalProperties', 'required', 'propertyOrdering'],
]);

/** All members of `allOf` at once, with their properties together; what stands beside them comes first. */
function merged({ allOf, ...own }: JsonObject): JsonObject {
  const parts = [...objectsOf(allOf).map(merged).toReversed(), own];
  const properties = parts.flatMap((part) => Object.entries(mapping(part['properties'])));
  const required = parts.flatMap((part) => list(part['required']));
  return {
    ...Object.fromEntries(parts.flatMap((part) => Object.entries(part))),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function mapping(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function each(value: Json): JsonObject {
  const converted = Object.entries(mapping(value)).map(([name, schema]) => [name, convert(mapping(schema))]);
  return Object.fromEntries(converted);
}

function schemas(value: Json): readonly JsonObject[] {
  return objectsOf(value).map(convert);
}

/** The API takes texts and numbers to choose from. */
function isScalars(value: Json): boolean {
  return list(value).every((one) => typeof one === 'string' || typeof one === 'number');
}
