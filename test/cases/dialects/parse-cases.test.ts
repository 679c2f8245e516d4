import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AS_WRITTEN } from '#cases/dialects/case-reading.ts';
import { parseCases } from '#cases/dialects/parse-cases.ts';
import { dialects } from '#cases/dialects/registry.ts';
import { parseDocuments, parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { always } from '#test/support/always.ts';
import { pathsOf, replaceAt } from '#test/support/json-places.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { expectSaid } from '#test/support/said.ts';
import { tries } from '#test/support/tries.ts';
import { issueLines, readCases, readJson } from './read-cases.ts';

const trajectory = { name: 'a', input: 'A?', expected_tool_calls: [] };
const dimension = { id: 'b', input: 'B?', expected_tools: ['x'], expected_output_contains: [] };
const own = { id: 'c', input: 'C?', expect: { no_tools: true } };

test('a document of no known format is refused with the fields that tell each format', () => {
  const { cases, issues, dialects: names } = readJson([{ question: 'Q', answer: 'A' }]);
  expect({ cases, names }).toEqual({ cases: [], names: [] });
  expect(issues).toMatchObject([{ severity: 'error', line: 1, column: 1, path: '' }]);
  for (const { name } of dialects) expect(issues[0]?.message).toContain(`${name} (`);
  expect(issues[0]?.message).toContain('expected_tool_calls');
});

test('a file without cases, or that is none, is an error, never a suite that passes', () =>
  expectSaid(new URL('golden/no-cases.txt', import.meta.url), (text) => {
    const { cases, issues } = readJson(JSON.parse(text));
    return [`${cases.length} cases`, ...issues.map(({ severity, message }) => `${severity}: ${message}`)];
  }));

test('what is wrong in a file of each format is told at its place', () => {
  return expectSaid(new URL('golden/refused.txt', import.meta.url), (text) =>
    readJson(JSON.parse(text)).issues.map(({ path, message }) => `${path}: ${message}`),
  );
});

test('rows of two formats in one file are refused where the second begins', () => {
  expect(readJson([trajectory, dimension])).toMatchObject({
    cases: [],
    issues: [{ line: 7, path: '[1]', message: expect.stringContaining('trajectory-list and three-dimensions') }],
  });
});

test('a JSON Lines row that tells nothing is read as what its file is, and refused at its line', () => {
  const text = [trajectory, { name: 'x', input: 'X?' }, 7, trajectory].map((row) => JSON.stringify(row)).join('\n');
  const lines = issueLines(readCases(text, 'rows.jsonl'));
  expect(lines[0]).toMatch(/^error 2 : nothing is expected of this case/);
  expect(lines[1]).toBe('error 3 : expected a case (a mapping), found 7');
  expect(lines[2]).toBe(
    'error 2 : 2 of 4 cases of this file can be read; to run without the others, write `skip: ["rows.jsonl:2", "rows.jsonl:3"]` next to `file` in the config',
  );
  expect(lines[3]).toMatch(/^error 4 name: the id "a" is taken at rows\.jsonl:1:\d+;/);
});

test('the documents of a file may be of several formats, each recognised by itself', () => {
  const yaml = [trajectory, dimension, own].map((document) => JSON.stringify(document)).join('\n---\n');
  const read = readCases(yaml, 'all.yml');
  expect(read.issues).toEqual([]);
  expect(read.dialects).toEqual(['trajectory-list', 'three-dimensions', 'canonical']);
  expect(read.cases.map(({ id, source }) => [id, source.line])).toEqual([
    ['a', 1],
    ['b', 3],
    ['c', 5],
  ]);
});

test.each<[string, unknown[], string]>([
  ['two rows of one name', [trajectory, trajectory], '[1].name'],
  ['two names of one slug', [trajectory, { ...trajectory, name: 'A!' }], '[1].name'],
  [
    'an id and a name',
    [
      { ...trajectory, id: 'z' },
      { ...trajectory, name: 'Z!' },
    ],
    '[1].name',
  ],
])('%s are an error that names both places, not two cases', (_, rows, path) => {
  const { issues } = readJson(rows);
  expect(issues).toMatchObject([{ severity: 'error', path }]);
  expect(issues[0]?.message).toMatch(/is taken at cases\.json:\d+:\d+;/);
});

test('ids are unique over all documents, whatever their files', () => {
  const documents = ['a.json', 'b.json'].flatMap((file) => {
    const parsed = parseDocuments(JSON.stringify([own]), file);
    return 'documents' in parsed ? parsed.documents : [];
  });
  expect(parseCases({ documents, row_issues: [] }, AS_WRITTEN).issues).toMatchObject([
    { file: 'b.json', line: 1, path: '[0].id', message: expect.stringContaining('"c" is taken at a.json:1:') },
  ]);
});

test('defaults of the config reach foreign cases', () => {
  const parsed = parseSoundDocuments(JSON.stringify([trajectory]), 'a.json');
  mustBeRead(parsed);
  const defaults = { tags: ['all'], expect: { limits: { max_steps: 3 } } };
  expect(parseCases(parsed, AS_WRITTEN, defaults).cases).toMatchObject([
    { tags: ['all'], expect: { no_tools: true, limits: { max_steps: 3 } } },
  ]);
});

const folder = new URL('../../fixtures/cases/', import.meta.url);
const fixtures = [
  'refunds-final-state.json',
  'refunds-function-call.json',
  'support-suite.yml',
  'three-dimensions.json',
  'weather-stock-multi-turn.json',
  'weather-stock-single-turn.json',
].flatMap((file) => {
  const parsed = parseDocuments(readFileSync(new URL(file, folder), 'utf8'), file);
  return 'documents' in parsed ? parsed.documents.map(({ value }) => value) : [];
});

const fieldNames = `
  id name input turns messages conversation expect expected expected_tool_calls expected_tool_name
  expected_tools expected_output_contains expected_response_contains expected_function_call final_state
  tool_calls tool_name tool sample_id order category tags role content escalated tools_used
  should_contain cases test_cases conversations tests vars eval_id __proto__ constructor
`
  .trim()
  .split(/\s+/);
const { document: anyDocument } = fc.letrec<{ document: Json }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer({ min: -2, max: 9 }),
      fc.constantFrom('', 'user', 'a b', '{"a": 1}'),
    ),
    fc.array(tie('document'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...fieldNames), tie('document'), { maxKeys: 6, noNullPrototype: true }),
  ),
}));

test('any document gives cases, or says why not: never neither, and never fewer cases than rows without an error', () => {
  always(
    fc.property(anyDocument, (document) => {
      const { cases, issues } = readJson(document);
      const errors = issues.filter(({ severity }) => severity === 'error');
      for (const { line, column, message } of issues) expect(line > 0 && column > 0 && message !== '').toBe(true);
      if (errors.length === 0) expect(cases.length).toBe(rowsOf(document));
    }),
    { numRuns: tries(2000), seed: 20 },
  );
});

test('a fixture with one value replaced gives every case, or says what is wrong', () => {
  const replacement = fc.oneof(
    fc.constant(undefined),
    fc.constantFrom<Json>(null, '', 'x', 3, true, [], {}, [3], ['x'], { x: 1 }),
  );
  always(
    fc.property(fc.constantFrom(...fixtures), fc.nat(), replacement, (fixture, seed, value) => {
      const paths = pathsOf(fixture);
      const changed = replaceAt(fixture, paths[seed % paths.length] ?? [], value) ?? null;
      const { cases, issues } = readJson(changed);
      if (issues.every(({ severity }) => severity === 'warning')) expect(cases.length).toBe(rowsOf(changed));
    }),
    { numRuns: tries(1500), seed: 22 },
  );
});

function rowsOf(document: Json): number {
  const lists = ['cases', 'test_cases', 'conversations', 'tests', 'eval_cases'];
  const key = isJsonObject(document) ? lists.find((name) => Object.hasOwn(document, name)) : undefined;
  const list = isJsonObject(document) && key !== undefined ? document[key] : document;
  return Array.isArray(list) ? list.length : 1;
}
