import { foundValue } from '#domain/document/found-value.ts';
import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { unreadFileFields } from '../conversion/convert-rows.ts';
import type { ConvertedRow, Dialect, DialectOptions, DialectProblem } from '../dialect.ts';
import { type DocumentRow, documentRows } from '../recognition/document-rows.ts';
import { convertTest } from './convert-test.ts';
import { type WrittenTest, writtenTest } from './csv-test.ts';
import { readPrompts } from './prompts.ts';
import { scenarioTests } from './scenarios.ts';
import { isIncluded } from './stand-in.ts';

/**
 * promptfoo: `prompts`, `defaultTest`, `tests[{description, vars, assert, options, metadata}]` of a config, a list of tests, or rows
 * of CSV with columns `__expected…`. Prompts are filled in with the variables and are the input; a test of several prompts, or of
 * variables that are lists, is several cases, and so are the tests of a scenario with each of its data. Assertions become the
 * expectations of the same meaning; one without is a problem with the nearest thing. A test without assertions only has to complete.
 * Providers are not read: the agent is the config's.
 */
export const promptfoo: Dialect = {
  name: 'promptfoo',
  options: ['roles', 'ignore', 'input'],
  convert(document, options, { stem }) {
    const problems: DialectProblem[] = [];
    const prompts = readPrompts(document, options, problems);
    const defaults = defaultTest(document, problems);
    problems.push(...fileProblems(document, options));
    const convertOne = (test: WrittenTest, value: Json) =>
      convertTest(withDefaults(test, defaults), value, { prompts, options, stem });
    const rows = testRows(document).flatMap(({ value, path }): readonly ConvertedRow[] => {
      if (isIncluded(value)) return [];
      if (isJsonObject(value)) return convertOne(writtenTest(value, path), value);
      const message = `expected a test (a mapping), found ${foundValue(value)}`;
      return [{ value, path, converted: null, problems: [{ severity: 'error', path, message }] }];
    });
    const combined = scenarioTests(document, problems).flatMap((test) => convertOne(test, test.test));
    return { rows: [...rows, ...combined], problems };
  },
};

/** A config that lists no tests is one of its own, without variables, unless it has scenarios. */
function testRows(document: Json): readonly DocumentRow[] {
  if (!isJsonObject(document) || 'tests' in document || !('prompts' in document)) return documentRows(document);
  return 'scenarios' in document ? [] : [{ value: {}, path: [] }];
}

function defaultTest(document: Json, problems: DialectProblem[]): WrittenTest | null {
  const written = isJsonObject(document) ? (document['defaultTest'] ?? null) : null;
  if (written === null) return null;
  if (isJsonObject(written)) return writtenTest({ vars: {}, ...written }, ['defaultTest']);
  const message = `expected a mapping, found ${foundValue(written)}`;
  problems.push({ severity: 'error', path: ['defaultTest'], message });
  return null;
}

function withDefaults(own: WrittenTest, defaults: WrittenTest | null): WrittenTest {
  if (defaults === null) return own;
  const { test } = own;
  const merged = (key: string): JsonObject => ({
    [key]: { ...mapping(defaults.test[key]), ...mapping(test[key]) },
  });
  const skipsDefaults = mapping(test['options'])['disableDefaultAsserts'] === true;
  return {
    test: { ...defaults.test, ...test, ...merged('vars'), ...merged('options'), ...merged('metadata') },
    origin: own.origin,
    assertions: [...(skipsDefaults ? [] : defaults.assertions), ...own.assertions],
  };
}

function mapping(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

const UNREAD = 'is not read: the agent, the number of trials and what is reported are said in the config';

/** Fields of a config that only say how promptfoo runs, and those that demand something. */
function fileProblems(document: Json, { ignore = [] }: DialectOptions): readonly DialectProblem[] {
  if (!isJsonObject(document) || !('tests' in document || 'prompts' in document)) return [];
  const tests = document['tests'] ?? [];
  const wrongList: DialectProblem[] = Array.isArray(tests)
    ? []
    : [{ severity: 'error', path: ['tests'], message: `expected the list of tests, found ${foundValue(tests)}` }];
  const others = Object.keys(document).filter((key) => !READ.includes(key) && !ignore.includes(key));
  return [
    ...wrongList,
    ...others
      .filter((key) => HOW_IT_RUNS.includes(key))
      .map((key): DialectProblem => ({ severity: 'warning', path: [key], message: `\`${key}\` ${UNREAD}` })),
    ...unreadFileFields(
      others.filter((key) => !HOW_IT_RUNS.includes(key)),
      'tests',
    ),
  ];
}

const READ = ['$schema', 'description', 'prompts', 'tests', 'scenarios', 'defaultTest', 'tags', 'metadata', 'author'];
const HOW_IT_RUNS = [
  ...['providers', 'targets', 'env', 'evaluateOptions', 'commandLineOptions', 'outputPath', 'sharing', 'tracing'],
  ...['writeLatestResults', 'extensions', 'nunjucksFilters', 'derivedMetrics', 'redteam'],
];
