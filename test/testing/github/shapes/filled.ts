import { readFileSync } from 'node:fs';
import { asObject, asString, type JsonObject } from '../json.ts';

/**
 * A value as one of the schemas in GitHub's own description has it: with these facts, and with the plainest value that
 * is allowed for whatever else the schema requires.
 */
export function filled(schema: string, facts: JsonObject): JsonObject {
  return { ...plainOf(schema), ...facts };
}

const DESCRIPTION: JsonObject = JSON.parse(readFileSync(new URL('../openapi-slice.json', import.meta.url), 'utf8'));
const SCHEMAS = asObject(asObject(DESCRIPTION['components'])?.['schemas']) ?? {};
const known = new Map<string, JsonObject>();

function plainOf(name: string): JsonObject {
  const plain = known.get(name) ?? asObject(plainest({ ...asObject(SCHEMAS[name]), nullable: false })) ?? {};
  known.set(name, plain);
  return plain;
}

function plainest(schema: JsonObject): unknown {
  if (schema['nullable'] === true) return null;
  const reference = asString(schema['$ref']);
  if (reference !== '') return plainest(asObject(SCHEMAS[reference.slice(reference.lastIndexOf('/') + 1)]) ?? {});
  const [choice] = listOf(schema['enum']);
  if (choice !== undefined) return choice;
  const [part] = [...listOf(schema['allOf']), ...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (part !== undefined) return plainest(asObject(part) ?? {});
  switch (schema['type']) {
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 0;
    case 'string':
      return TEXTS[asString(schema['format'])] ?? 'x';
    default: {
      const properties = asObject(schema['properties']) ?? {};
      const required = listOf(schema['required']).map((name) => String(name));
      return Object.fromEntries(required.map((name) => [name, plainest(asObject(properties[name]) ?? {})]));
    }
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T11:00:00Z',
  uri: 'https://github.com/',
  email: 'octocat@users.noreply.github.com',
};

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
