import { isJsonObject, type JsonObject } from '#common/json.ts';

/** Below these keys are values, not schemas. */
const VALUES = new Set(['const', 'enum', 'default']);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']);
const MAPS = new Set(['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas', 'dependencies']);

/**
 * Visits a JSON Schema and each schema inside it once, outermost first. Mappings below unknown keys count as schemas too,
 * because a `$ref` may point at them.
 */
export function visitSchemas(root: JsonObject, visit: (schema: JsonObject, path: readonly string[]) => void): void {
  const seen = new Set<unknown>();
  const enter = (schema: unknown, path: readonly string[]): void => {
    if (!isJsonObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    // Walk the original, not what `visit` changed.
    const entries = Object.entries(schema);
    visit(schema, path);
    for (const [key, value] of entries) {
      if (VALUES.has(key)) continue;
      const below = [...path, key];
      const inner = MAPS.has(key) && isJsonObject(value) ? Object.entries(value) : null;
      if (inner !== null) for (const [name, inside] of inner) enter(inside, [...below, name]);
      else if (!Array.isArray(value)) enter(value, below);
      else if (LISTS.has(key)) for (const [index, inside] of value.entries()) enter(inside, [...below, String(index)]);
    }
  };
  enter(root, []);
}
