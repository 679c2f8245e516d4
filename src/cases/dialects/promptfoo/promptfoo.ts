import { foundValue } from '#common/document/found-value.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import type { ConvertedRow, Dialect, DialectProblem } from '../conversion/dialect.ts';
import { documentRows } from '../conversion/document-rows.ts';
import type { WrittenTest } from './assertions.ts';
import { convertTest } from './convert-test.ts';
import { writtenTest } from './csv-test.ts';
import { readPrompts } from './prompts.ts';

/**
 * promptfoo's config, list of tests or CSV, for `agent-eval import` alone. A test of several prompts, or of variables that are lists, is
 * several cases. A test is left out if it means something else without a part that can't be taken; whatever is left out is told.
 */
export const promptfoo: Dialect = {
  name: 'promptfoo',
  options: ['ignore'],
  convert(document, { ignore = [] }, { stem }) {
    const problems: DialectProblem[] = [];
    const prompts = readPrompts(document, problems);
    const defaults = defaultTest(document);
    if (isJsonObject(document))
      for (const key of Object.keys(document).filter((name) => !READ.includes(name) && !ignore.includes(name)))
        problems.push({ severity: 'warning', path: [key], message: `\`${key}\` is not taken over` });
    const rows = documentRows(document).flatMap(({ value, path }): readonly ConvertedRow[] => {
      // The value names a file of tests, which is a document of its own.
      if (value === null) return [];
      if (isJsonObject(value))
        return convertTest(withDefaults(writtenTest(value, path), defaults), value, { prompts, stem });
      const message = `expected a test (a mapping), found ${foundValue(value)}; a test that a program makes can't be taken over`;
      return [{ value, path, converted: null, problems: [{ severity: 'error', path, message }] }];
    });
    return { rows, problems };
  },
};

const READ = ['$schema', 'description', 'prompts', 'tests', 'defaultTest', 'tags', 'metadata', 'author'];

function defaultTest(document: Json): WrittenTest | null {
  const value = isJsonObject(document) ? document['defaultTest'] : null;
  return isJsonObject(value) ? writtenTest({ vars: {}, ...value }, ['defaultTest']) : null;
}

function withDefaults(own: WrittenTest, defaults: WrittenTest | null): WrittenTest {
  if (defaults === null) return own;
  const { test } = own;
  const mergeKey = (key: string) => ({ ...asMapping(defaults.test[key]), ...asMapping(test[key]) });
  const options = mergeKey('options');
  return {
    test: { ...defaults.test, ...test, vars: mergeKey('vars'), options, metadata: mergeKey('metadata') },
    origin: own.origin,
    assertions: [...(options['disableDefaultAsserts'] === true ? [] : defaults.assertions), ...own.assertions],
  };
}

function asMapping(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
