import { expect, test } from 'vitest';
import type { CaseReading } from '#cases/dialects/case-reading.ts';
import { issueLines, readCases } from './read-cases.ts';

const rows = [
  { sample_id: 'a', input: [{ role: 'user', content: 'A?' }], expected_function_call: null },
  { sample_id: 'b', input: 'not a list', expected_function_call: null },
  { sample_id: 'c', input: [{ role: 'user', content: 'C?' }], expected_function_call: null },
];
const text = `${rows.map((row) => JSON.stringify(row)).join('\n')}\n{"sample_id": "d",\n`;

function read(reading: Partial<CaseReading>, file = 'evals/calls.jsonl', written = text) {
  const result = readCases(written, file, {}, reading);
  return { ids: result.cases.map(({ id }) => id), lines: issueLines(result), skipped: result.skipped };
}

test('a row that can not be read is an error that says how to run the others', () => {
  const { ids, lines } = read({});
  expect(ids).toEqual(['a', 'c']);
  expect(lines).toEqual([
    expect.stringMatching(/^error 2 input: expected a list of mappings, found/),
    expect.stringMatching(/^error 4 : row 4: not valid JSON/),
    'error 2 : 2 of 4 cases of this file can be read; to run without the others, write `skip: ["calls.jsonl:2", "calls.jsonl:4"]` beside `file` in the config',
  ]);
});

test.each<[string, CaseReading['skip'], readonly string[]]>([
  ['all that can not be read', 'unreadable', []],
  ['by file and line', ['calls.jsonl:2', 'evals/calls.jsonl:4'], ['calls.jsonl:2', 'evals/calls.jsonl:4']],
  ['by id where it has one', ['b', 'calls.jsonl:4'], ['b', 'calls.jsonl:4']],
])('a row that skip names is left out and listed: %s', (_, skip, skipped) => {
  const result = read({ skip });
  expect(result).toMatchObject({ ids: ['a', 'c'], skipped });
  expect(result.lines).toEqual([
    expect.stringMatching(/^warning 2 input: left out: expected a list of mappings/),
    expect.stringMatching(/^warning 4 : left out: row 4: not valid JSON/),
  ]);
});

test('a row that can be read is left out by its id, never by a line that was once another row’s', () => {
  const sound = text.split('\n').slice(0, 1).concat(text.split('\n').slice(2, 3)).join('\n');
  expect(read({ skip: ['a'] }, 'calls.jsonl', sound)).toMatchObject({
    ids: ['c'],
    lines: ['warning 1 : left out, as `skip` names it'],
  });
  expect(read({ skip: ['calls.jsonl:2'] }, 'calls.jsonl', sound)).toMatchObject({
    ids: ['a', 'c'],
    lines: ['error 2 : this row can be read; take its line out of `skip`, or write its id there'],
  });
});

test('a file of which nothing is left is an error', () => {
  expect(read({ skip: 'unreadable' }, 'calls.jsonl', text.split('\n').slice(1, 2).join('\n')).lines).toContain(
    'error 1 : every case of this file is left out; take the file out of `cases` in the config',
  );
});

test('a row of no format is one that can not be read, whatever the formats of the others', () => {
  const other = { id: 'own', input: 'x', expected_tools: [] };
  const mixed = [rows[0], other, { question: 'what?' }].map((row) => JSON.stringify(row)).join('\n');
  expect(read({ skip: ['calls.jsonl:3'] }, 'calls.jsonl', mixed)).toMatchObject({
    ids: ['a', 'own'],
    lines: [expect.stringMatching(/^warning 3 : left out: no known case format has these fields/)],
  });
});

test('ids get the prefix that the config gives, and the name of their file where it says so', () => {
  expect(read({ id_prefix: '{stem}/', skip: 'unreadable' }, 'evals/Calls (1).jsonl').ids).toEqual([
    'calls-1/a',
    'calls-1/c',
  ]);
  expect(read({ id_prefix: 'book-', skip: ['book-a', 'b', 'calls.jsonl:4'] }).ids).toEqual(['book-c']);
});

test('JSON Lines under the name of JSON are read line by line', () => {
  expect(read({ skip: 'unreadable' }, 'calls.json').ids).toEqual(['a', 'c']);
});
