import { describe, expect, it } from 'vitest';
import { toolMocksSchema } from '#cases/tools/mocks-schema.ts';
import type { ToolMocks } from '#cases/tools/tool-mock.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { readValue } from '#common/document/read-value.ts';

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

describe('what is refused', () => {
  const cases: [string, string, ...string[]][] = [
    ['an empty mock', '{}', 'mocks.yml:1:7: tool: answers nothing; write `value` or `fault`'],
    [
      'no mapping',
      'fine',
      'mocks.yml:1:7: tool: expected a mock: {value: …}, {table: […]}, {module: ./mock.mjs} or {fault: error}, found the text "fine"',
    ],
    [
      'two mocks',
      '{value: 1, table: [{value: 2}]}',
      "mocks.yml:1:15: tool.value: can't be combined with `table`; a tool has one mock, keep one of them",
    ],
    [
      'a value of a failing tool',
      '{fault: error, value: 1}',
      'mocks.yml:1:29: tool.value: a tool with `fault: error` returns no value; remove one of them',
    ],
    [
      'a delay without slow',
      '{value: 1, delay: 1s}',
      'mocks.yml:1:25: tool.delay: goes with `fault: slow` only; remove the key',
    ],
    [
      'a message without error',
      '{fault: timeout, message: x}',
      'mocks.yml:1:33: tool.message: goes with `fault: error` only; remove the key',
    ],
    [
      'an empty row',
      '{table: [{args: {a: 1}}]}',
      'mocks.yml:1:16: tool.table[0]: answers nothing; write `value` or `fault`',
    ],
    [
      'a module outside',
      '{module: ../m.mjs}',
      'mocks.yml:1:16: tool.module: a path may not leave the working directory with ".."; name a file below the working directory',
    ],
    [
      'an unknown matcher',
      '{table: [{args: {a: {$contain: x}}, value: 1}]}',
      'mocks.yml:1:38: tool.table[0].args.a.$contain: unknown matcher; did you mean $contains; for a mapping with this very key write {$literal: {…}}',
    ],
    [
      'a matcher in place of the arguments',
      '{table: [{args: {$any: true}, value: 1}]}',
      'mocks.yml:1:30: tool.table[0].args.$any: a matcher stands for one argument; put it below the key it judges',
    ],
  ];

  it.each(cases)('%s', (_, text, ...issues) => {
    expect(read(`tool: ${text}`)).toEqual(issues);
  });

  it('a name that no tool can have', () => {
    expect(read('a b: {value: 1}')).toEqual([
      'mocks.yml:1:1: ["a b"]: expected the name of a tool: 1–128 letters, digits, _, -, . and /, found the text "a b"',
    ]);
  });
});
