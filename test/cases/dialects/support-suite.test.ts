import { expect, test } from 'vitest';
import { matchValue } from '#cases/matching/match-value.ts';
import { issueLines, onlyCase, readCases, readJson } from './read-cases.ts';

const suite = (expected: unknown, row: object = { input: 'Hi!' }) => ({
  agent: 'shop',
  model: 'small-1',
  test_cases: [{ name: 'greeting', ...row, expected }],
});

test.each([
  ['false', false, true],
  ['null', null, true],
  ['absent', undefined, true],
  ['true', true, false],
  ['text', 'no', false],
])('escalated: false holds when the agent returns %s: %s', (_, actual, holds) => {
  const { metadata } = onlyCase(suite({ escalated: false })).expect;
  const difference = matchValue(metadata?.['escalated'] ?? 'no demand', actual, 'exact');
  expect(difference === null).toBe(holds);
});

test('tools_used is a set: repeated names count once, order and further tools do not matter', () => {
  const { tools } = onlyCase(suite({ tools_used: ['a', 'b', 'a'], max_tool_calls: 4 })).expect;
  const call = { args: null, args_match: 'exact', status: null };
  expect(tools).toMatchObject({ order: 'any', allow_extra: true, max_calls: 4 });
  expect(tools?.calls).toEqual([
    { kind: 'call', call: { name: 'a', ...call } },
    { kind: 'call', call: { name: 'b', ...call } },
  ]);
});

test('an empty set of tools demands that none is called, whatever the ceiling', () => {
  expect(onlyCase(suite({ tools_used: [], max_tool_calls: 3 })).expect).toEqual({ no_tools: true });
});

test('a demand that is null is not made', () => {
  const { expect: demands } = onlyCase(
    suite({ escalated: null, tools_used: null, should_contain: 'hi', max_tool_calls: null }),
  );
  expect(Object.keys(demands)).toEqual(['response']);
});

test('agent and model of the file are recorded in every case, and a row may have its own', () => {
  expect(onlyCase(suite({ escalated: true })).metadata).toEqual({ agent: 'shop', model: 'small-1' });
  expect(onlyCase(suite({ escalated: true }, { input: 'Hi!', model: 'large-2' })).metadata['model']).toBe('large-2');
});

test('the last user message is the input, those before it are the history', () => {
  const messages = [
    { role: 'system', content: 'Be kind.' },
    { role: 'Human', content: 'One?' },
    { role: 'agent', content: 'Two.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Three' },
        { type: 'text', text: 'four' },
      ],
    },
  ];
  expect(onlyCase(suite({ escalated: true }, { messages }))).toMatchObject({
    history: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: 'Two.' },
    ],
    turns: [{ input: 'Three\nfour' }],
  });
});

test('messages that are texts are turns of the user, judged at the end', () => {
  const messages = ['It does not work.', '', 'I am furious.'];
  const read = onlyCase(suite({ escalated: true, should_contain: ['sorry'] }, { messages }));
  expect(read).toMatchObject({ history: [], turns: messages.map((input) => ({ input, expect: null })) });
  expect(read.expect).toMatchObject({ metadata: { escalated: true }, response: { contains: ['sorry'] } });
});

test('messages after the last of the user are not handed on, and a warning says so', () => {
  const messages = [
    { role: 'user', content: 'Hi!' },
    { role: 'assistant', content: 'Hello.' },
  ];
  const read = readJson(suite({ escalated: true }, { messages }));
  expect(read.cases).toMatchObject([{ history: [], turns: [{ input: 'Hi!' }] }]);
  expect(issueLines(read)).toEqual([
    "warning 7 test_cases[0].messages: 1 of `messages` after the user's last message: not handed to the agent; end the list with the message to answer",
  ]);
});

test('tool calls of earlier turns are not handed on, and a warning says so', () => {
  const messages = [
    { role: 'user', content: 'A1?' },
    { role: 'assistant', content: null, tool_calls: [{ function: { name: 'lookup', arguments: '{}' } }] },
    { role: 'user', content: 'Well?' },
  ];
  const read = readJson(suite({ escalated: true }, { messages }));
  expect(read.cases[0]?.history).toEqual([
    { role: 'user', content: 'A1?' },
    { role: 'assistant', content: '' },
  ]);
  expect(read.issues).toMatchObject([{ severity: 'warning', path: 'test_cases[0].messages[1].tool_calls' }]);
});

test('a case without expected is an error of its own line in YAML', () => {
  const yaml =
    'agent: shop\ntest_cases:\n  - name: a\n    input: A?\n    expected: {escalated: true}\n  - name: b\n    input: B?\n';
  const read = readCases(yaml, 'suite.yml');
  expect(read.issues).toMatchObject([
    { file: 'suite.yml', line: 6, column: 5, path: 'test_cases[1]', severity: 'error' },
    { file: 'suite.yml', line: 6, path: '', severity: 'error', message: expect.stringContaining('1 of 2 cases') },
  ]);
  expect(read.issues[0]?.message).toMatch(
    /^`expected` is missing; expected a mapping with at least one of should_contain,/,
  );
});

test('other fields of the file are said to be unread', () => {
  expect(issueLines(readJson({ version: 2, ...suite({ escalated: true }) }))).toEqual([
    'warning 2 version: `version` beside `test_cases` is not read; move it into the cases or remove it',
  ]);
});
