import { describe, expect, it } from 'vitest';
import { toolMocksSchema } from '#cases/tools/mocks-schema.ts';
import type { ToolMocks } from '#cases/tools/tool-mock.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { readValue } from '#common/document/read-value.ts';
import { expectSaid } from '#test/support/said.ts';

function read(text: string): ToolMocks | readonly string[] {
  const parsed = parseDocuments(text, 'mocks.yml');
  if ('issues' in parsed) return parsed.issues.map(formatIssue);
  const [document] = parsed.documents;
  if (document === undefined) return ['no document'];
  const value = readValue(toolMocksSchema, document.value, { document, path: [] });
  return 'issues' in value ? value.issues.map(formatIssue) : value.value;
}

const one = (answer: object) => ({ kind: 'table', rows: [{ args: null, answer }] });

describe('a mock', () => {
  const cases: readonly [string, string, object][] = [
    ['a value', '{value: {a: 1}}', one({ kind: 'value', value: { a: 1 } })],
    ['null is a value', '{value: null}', one({ kind: 'value', value: null })],
    ['an error', '{fault: error, message: no such order}', one({ kind: 'error', message: 'no such order' })],
    ['an error without words', '{fault: error}', one({ kind: 'error', message: 'the tool failed' })],
    ['a time-out', '{fault: timeout}', one({ kind: 'timeout' })],
    ['malformed', '{fault: malformed, value: [1, 2]}', one({ kind: 'malformed', value: [1, 2] })],
    ['malformed without a value', '{fault: malformed}', one({ kind: 'malformed', value: { result: 'ok' } })],
    ['slow', '{fault: slow, delay: 500ms, value: 1}', one({ kind: 'slow', delay_ms: 500, value: 1 })],
    ['slow by default 2 s', '{fault: slow}', one({ kind: 'slow', delay_ms: 2000, value: null })],
    ['a module', '{module: mocks/t.mjs}', { kind: 'module', file: 'mocks/t.mjs' }],
    [
      'a table',
      '{table: [{args: {id: {$contains: A}}, value: 1}, {fault: error, message: gone}]}',
      {
        kind: 'table',
        rows: [
          { args: { id: { $contains: 'A' } }, answer: { kind: 'value', value: 1 } },
          { args: null, answer: { kind: 'error', message: 'gone' } },
        ],
      },
    ],
  ];

  it.each(cases)('%s', (_, text, mock) => {
    expect(read(`tool: ${text}`)).toEqual({ tool: mock });
  });
});

it('what is refused is told at its place', () => {
  return expectSaid(new URL('golden/mocks.txt', import.meta.url), (text) => {
    const mocks = read(text);
    return Array.isArray(mocks) ? mocks : ['is read'];
  });
});
