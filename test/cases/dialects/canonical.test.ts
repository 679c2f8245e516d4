import { expect, test } from 'vitest';
import { onlyCase, readCases, readJson } from './read-cases.ts';

const own = { id: 'a', input: 'A?', expect: { no_tools: true } };
const issues = (document: unknown, options = {}) =>
  readJson(document, options).issues.map(({ path, message }) => `${path}: ${message}`);

test('cases stand under cases, in a list, alone, or in JSON Lines', () => {
  const [first] = readJson([own]).cases;
  const read = [{ cases: [own] }, own].map((document) => onlyCase(document));
  read.push(...readCases(JSON.stringify(own), 'cases.jsonl').cases);
  expect(read.map(({ source: _, ...rest }) => rest)).toEqual(
    read.map(() => ({ ...first, source: undefined })).map(({ source: _, ...rest }) => rest),
  );
  expect(read).toHaveLength(3);
});

test('problems point at the field itself', () => {
  const yaml =
    'cases:\n  - id: a\n    input: A?\n    expect:\n      tools: {order: anyhow, calls: [b]}\n      respnse: {}\n';
  expect(readCases(yaml, 'a.yml').issues).toMatchObject([
    { line: 5, column: 22, path: 'cases[0].expect.tools.order' },
    { line: 6, column: 7, path: 'cases[0].expect.respnse' },
  ]);
});

test('a schema for editors may be named', () => {
  expect(onlyCase({ $schema: 'cases.schema.json', cases: [own] }).id).toBe('a');
});

test('cases without an expectation are ours to refuse, as long as they have no foreign field', () => {
  for (const document of [
    { cases: [{ id: 'a', input: 'A?' }] },
    [{ id: 'a', input: 'A?' }],
    { id: 'a', input: 'A?' },
  ]) {
    expect(issues(document)[0]).toMatch(/a case without any expectation would always pass/);
  }
  expect(issues([{ id: 'a', input: 'A?', question: 'B?' }])[0]).toMatch(/^: no known case format/);
});

test('the option for arguments of other formats is refused', () => {
  expect(issues([own], { args: 'ignore' })).toEqual([
    ": the dialect option `args` does not apply to the format canonical; these are in this action's own format: write `args_match` at the calls in the cases",
  ]);
});
