import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Schema, Validator } from '@cfworker/json-schema';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isJsonObject, type Json } from '#common/json.ts';
import { expectSaid } from '#test/support/said.ts';
import { schemaFiles } from '../../scripts/json-schemas.ts';

const ROOT = join(import.meta.dirname, '../..');

const FILES = schemaFiles();

const VALIDATORS = new Map(
  FILES.map(({ file, text }) => {
    const schema: Schema = JSON.parse(text);
    return [file, new Validator(schema, '7')];
  }),
);

function accepts(file: string, text: string): boolean | undefined {
  return VALIDATORS.get(file)?.validate(parse(text)).valid;
}

/** Keys below `properties`, at any depth, that have no description. */
function undescribed(schema: Json, path = ''): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((item: Json, index) => undescribed(item, `${path}/${index}`));
  if (!isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const below = undescribed(value, `${path}/${key}`);
    if (key !== 'properties' || !isJsonObject(value)) return below;
    const bare = Object.entries(value).filter(
      ([, property]) => !isJsonObject(property) || property['description'] === undefined,
    );
    return [...below, ...bare.map(([name]) => `${path}/${name}`)];
  });
}

describe('the published schemas', () => {
  test('are those of the code; run `npm run schema` after a change', () => {
    for (const { file, text } of FILES) expect(readFileSync(join(ROOT, file), 'utf8')).toBe(text);
  });

  test('are the same bytes every time', () => {
    expect(schemaFiles()).toEqual(FILES);
  });

  test.each(FILES.map(({ file, text }) => [file, text]))('%s says what it is', (_, text) => {
    const schema: Json = JSON.parse(text);
    expect(isJsonObject(schema) ? [schema['$schema'], typeof schema['title']] : []).toEqual([
      'http://json-schema.org/draft-07/schema#',
      'string',
    ]);
  });

  // Results are written by machines; the others by people, or for people to read.
  test.each(FILES.filter(({ file }) => !file.includes('results')))(
    '$file helps editors: every key has a description',
    ({ text }) => {
      expect(undescribed(JSON.parse(text))).toEqual([]);
    },
  );
});

test.each([
  ['editors-configs', 'agent-eval'],
  ['editors-cases', 'cases'],
  ['editors-accepts', 'agent-eval-accepts'],
])('what editors underline: %s', (golden, schema) => {
  return expectSaid(new URL(`golden/${golden}.txt`, import.meta.url), (text) => [
    accepts(`schema/${schema}.schema.json`, text) ? 'accepted' : 'underlined',
  ]);
});
