import { describe, expect, test } from 'vitest';
import { findSchemaPattern, schemaPatternProblems } from '#cases/matching/schema-pattern.ts';
import { visitSchemas } from '#cases/matching/visit-schemas.ts';
import type { JsonObject } from '#common/json.ts';

describe('a pattern of a JSON Schema', () => {
  test('is found anywhere in a text, and may be written with the escapes of JavaScript', () => {
    expect(findSchemaPattern('b', 'abc')).toBe(true);
    expect(findSchemaPattern('^b', 'abc')).toBe(false);
    expect(findSchemaPattern('^\\u0041$', 'A')).toBe(true);
  });

  test('that needs backtracking is a problem, with its place', () => {
    const schema = {
      properties: { id: { pattern: '(?=a)b' }, name: { pattern: '^a' } },
      items: [{ patternProperties: { '^x': {}, '(a)\\1': {} } }],
    };
    expect(schemaPatternProblems(schema).map(({ path }) => path.join('.'))).toEqual([
      'properties.id.pattern',
      'items.0.patternProperties.(a)\\1',
    ]);
    expect(schemaPatternProblems(schema)[0]?.message).toMatch(/not a regular expression in RE2 syntax/);
  });

  test('a format that JSON Schema does not know is a problem', () => {
    expect(schemaPatternProblems({ format: 'url' })).toEqual([
      { path: ['format'], message: 'url is not a format of JSON Schema; write uri' },
    ]);
    expect(schemaPatternProblems({ format: 'uri' })).toEqual([]);
  });

  test('what has no pattern has no problem', () => {
    expect(schemaPatternProblems({ type: 'object', pattern: 1, patternProperties: [] })).toEqual([]);
  });
});

describe('the schemas inside a schema', () => {
  const visited = (schema: JsonObject): readonly string[] => {
    const paths: string[] = [];
    visitSchemas(schema, (_, path) => paths.push(path.join('.')));
    return paths;
  };

  test.each<[string, JsonObject, readonly string[]]>([
    ['in maps by name', { properties: { a: {}, b: {} } }, ['', 'properties.a', 'properties.b']],
    ['in lists', { anyOf: [{}, { not: {} }] }, ['', 'anyOf.0', 'anyOf.1', 'anyOf.1.not']],
    ['alone', { items: {}, additionalProperties: {} }, ['', 'items', 'additionalProperties']],
    ['below unknown keys, where a reference may point', { shared: { id: {} } }, ['', 'shared', 'shared.id']],
    [
      'a property may have the name of a key',
      { properties: { const: { not: {} } } },
      ['', 'properties.const', 'properties.const.not'],
    ],
    ['a dependency may be a list of names', { dependencies: { a: ['b'], c: {} } }, ['', 'dependencies.c']],
    ['values are none', { const: { a: {} }, enum: [{}], default: {}, required: ['a'] }, ['']],
    ['nor are lists below other keys', { examples: [{ pattern: '(' }] }, ['']],
    ['nor is what is no mapping', { properties: true, not: false, items: null }, ['']],
  ])('%s', (_, schema, paths) => {
    expect(visited(schema)).toEqual(paths);
  });

  test('one that is reached twice is visited once', () => {
    const shared = { type: 'string' };
    expect(visited({ items: shared, not: shared })).toEqual(['', 'items']);
  });

  test('what a visit adds is not visited', () => {
    const paths: string[] = [];
    visitSchemas({ not: {} }, (schema, path) => {
      paths.push(path.join('.'));
      Object.assign(schema, { allOf: [{}] });
    });
    expect(paths).toEqual(['', 'not']);
  });
});
