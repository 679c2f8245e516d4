import { foundValue } from '#domain/document/found-value.ts';
import type { DocumentPath } from '#domain/document/located-document.ts';
import { hashJson } from '#domain/hash-json.ts';
import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import type { DialectProblem } from '../dialect.ts';
import { type WrittenTest, writtenTest } from './csv-test.ts';

interface Placed {
  readonly value: JsonObject;
  readonly path: DocumentPath;
}

/** The tests of `scenarios[{config, tests}]`: each test with each data of `config`; without tests the data alone. */
export function scenarioTests(document: Json, problems: DialectProblem[]): readonly WrittenTest[] {
  const scenarios = isJsonObject(document) ? (document['scenarios'] ?? []) : [];
  return mappings(scenarios, ['scenarios'], problems).flatMap(({ value: scenario, path }) => {
    const data = mappings(scenario['config'] ?? null, [...path, 'config'], problems);
    const written = scenario['tests'] ?? null;
    const tests = written === null ? [{ value: {}, path }] : mappings(written, [...path, 'tests'], problems);
    return data.flatMap((one) => tests.map((test) => together(one, test, data.length > 1)));
  });
}

function together(data: Placed, test: Placed, isOneOfSeveral: boolean): WrittenTest {
  const [first, second] = [
    writtenTest({ vars: {}, ...data.value }, data.path),
    writtenTest({ vars: {}, ...test.value }, test.path),
  ];
  const merged = (key: string) => ({ ...mapping(first.test[key]), ...mapping(second.test[key]) });
  return {
    test: {
      ...first.test,
      ...second.test,
      vars: merged('vars'),
      options: merged('options'),
      metadata: merged('metadata'),
    },
    origin: test.path,
    assertions: [...first.assertions, ...second.assertions],
    ...(isOneOfSeveral && { part: hashJson(data.value['vars'] ?? {}).slice(0, 6) }),
  };
}

/** The mappings of a list, in which files may stand for several. */
function mappings(list: Json, path: DocumentPath, problems: DialectProblem[]): readonly Placed[] {
  if (!Array.isArray(list)) return [refused('a list', list, path, problems)].flat();
  return list.flatMap((value: Json, index): readonly Placed[] => {
    const at = [...path, index];
    if (Array.isArray(value)) return mappings(value, at, problems);
    return isJsonObject(value) ? [{ value, path: at }] : refused('a mapping', value, at, problems);
  });
}

function refused(expected: string, value: Json, path: DocumentPath, problems: DialectProblem[]): readonly Placed[] {
  problems.push({ severity: 'error', path, message: `expected ${expected}, found ${foundValue(value)}` });
  return [];
}

function mapping(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
