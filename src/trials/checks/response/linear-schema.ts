import { format, type Schema } from '@cfworker/json-schema';
import { findSchemaPattern, schemaPatternProblems } from '#cases/matching/schema-pattern.ts';
import { visitSchemas } from '#cases/matching/visit-schemas.ts';
import { isJsonObject, type JsonObject } from '#common/json.ts';

/** With more steps (mappings of the answer × their different keys) `patternProperties` are not judged: about 2 s. */
const MAX_STEPS = 50_000_000;

/** Prefix of the names of formats that replace a pattern. */
export const PATTERN_FORMAT = 'matches RE2 ';

/**
 * Removes the regular expressions from a schema, because the validator would run them with backtracking, on answers that an
 * agent wrote. `pattern` becomes a format of its own that uses RE2; `patternProperties` become `properties`, one for each
 * matching key of the answer. Changes `schema` in place, after its references were collected, so that their targets stay where
 * they were.
 *
 * @throws Error if a pattern is not RE2, or the answer has too many keys
 */
export function makeLinear(schema: Schema & JsonObject, answer: unknown): void {
  const [problem] = schemaPatternProblems(schema);
  if (problem !== undefined) throw new Error(`${problem.path.join('.')}: ${problem.message}`);
  let keys: readonly string[] | null = null;
  visitSchemas(schema, (schema: Schema & JsonObject) => {
    if (typeof schema.pattern === 'string') {
      schema.allOf = [...(schema.allOf ?? []), { format: patternFormat(schema.pattern) }];
      delete schema.pattern;
    }
    if (isJsonObject(schema.patternProperties)) {
      keys ??= keysOf(answer);
      schema.properties = withMatchingKeys(schema, schema.patternProperties, keys);
      delete schema.patternProperties;
    }
  });
}

// Schemas come from the config, so there are few patterns; each is registered once.
function patternFormat(pattern: string): string {
  const name = `${PATTERN_FORMAT}${pattern}`;
  format[name] ??= (text) => findSchemaPattern(pattern, text);
  return name;
}

function withMatchingKeys(
  { properties = {} }: Schema,
  patternProperties: NonNullable<Schema['patternProperties']>,
  keys: readonly string[],
): NonNullable<Schema['properties']> {
  const all = new Map(Object.entries(properties));
  for (const [pattern, schema] of Object.entries(patternProperties)) {
    for (const key of keys) {
      if (!findSchemaPattern(pattern, key)) continue;
      const known = all.get(key);
      all.set(key, known === undefined ? schema : { allOf: [known, schema].map(asMapping) });
    }
  }
  return Object.fromEntries(all);
}

function asMapping(schema: Schema | boolean): Schema {
  if (typeof schema !== 'boolean') return schema;
  return schema ? {} : { not: {} };
}

function keysOf(answer: unknown): readonly string[] {
  const keys = new Set<string>();
  let mappings = 0;
  const enter = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) enter(item);
    if (!isJsonObject(value)) return;
    mappings += 1;
    for (const [key, inner] of Object.entries(value)) {
      keys.add(key);
      enter(inner);
    }
  };
  enter(answer);
  if (mappings * keys.size > MAX_STEPS) throw new Error('the answer has too many keys for patternProperties');
  return [...keys];
}
