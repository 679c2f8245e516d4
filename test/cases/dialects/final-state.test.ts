import { expect, test } from 'vitest';
import { issueLines, onlyCase, readCases, readJson, rowIssues } from './read-cases.ts';

const talk = [{ role: 'customer', content: 'Refund A1, please.' }];
const call = { tool: 'issue_refund', params: { order_id: 'A1' } };
const row = { order: { order_id: 'A1' }, conversation: talk, expected: { final_state: { tool_calls: [call] } } };
const sample = {
  sample_id: 's1',
  input: talk,
  expected_function_call: { name: 'issue_refund', arguments: { order_id: 'A1' } },
  order: { order_id: 'A1' },
};

const idOf = (document: object, file = 'refunds.json') => readJson([document], {}, file).cases[0]?.id;

test('a case without id is called after its file and a hash of what the agent is given', () => {
  const id = idOf(row) ?? '';
  expect(id).toMatch(/^refunds-[0-9a-f]{8}$/);
  expect(idOf(row, 'evals/Mug refunds.v2.json')).toBe(id.replace('refunds', 'mug-refunds.v2'));
  expect(idOf({ ...row, expected: { final_state: { tool_calls: [] } } })).toBe(id);
  expect(idOf({ expected: row.expected, conversation: row.conversation, order: row.order })).toBe(id);
});

test.each([
  ['the order', { ...row, order: { order_id: 'B2' } }],
  ['the input', { ...row, conversation: [{ role: 'customer', content: 'Refund!' }] }],
  ['the history', { ...row, conversation: [{ role: 'assistant', content: 'Hello.' }, ...talk] }],
])('another id for another task: %s', (_, other) => {
  expect(idOf(other)).not.toBe(idOf(row));
});

test.each([
  ['id', { ...row, id: 'mug 1' }, 'mug-1'],
  ['sample_id', sample, 's1'],
  ['sample_id that is a number', { ...sample, sample_id: 12 }, '12'],
])('a written %s is the id', (_, document, id) => {
  expect(onlyCase([document]).id).toBe(id);
});

test('every field of its own goes to the context; ids, names, tags and demands do not', () => {
  const read = onlyCase([{ ...sample, name: 'n', category: 'refund', tier: null, policy: { days: 30 } }]);
  expect(read.context).toEqual({ order: { order_id: 'A1' }, tier: null, policy: { days: 30 } });
  expect(read).toMatchObject({ name: 'n', tags: ['refund'], metadata: {} });
});

const said = (...roles: readonly string[]) => ({
  ...row,
  conversation: roles.map((role, index) => ({ role, content: `message ${index}` })),
});
const speakersOf = (evalCase: ReturnType<typeof onlyCase> | undefined) => evalCase?.history.map(({ role }) => role);

test('a role that is not known is the user where nobody else talks to the agent, and a warning says so once', () => {
  const rows = [
    said('technician', 'Assistant', 'technician'),
    said('technician'),
    said('developer', 'agent', 'developer'),
  ];
  const read = readJson(rows);
  expect(read.cases.map(speakersOf)).toEqual([['user', 'assistant'], [], ['user', 'assistant']]);
  expect(issueLines(read).filter((line) => line.startsWith('warning'))).toEqual([
    expect.stringMatching(
      /^warning \d+ \[0\]\.conversation: the role "technician" is taken for the user's, .*; also on line \d+$/,
    ),
    expect.stringMatching(/^warning \d+ \[2\]\.conversation: the role "developer" is taken for the user's,/),
  ]);
});

test('a role that is not known beside a user is nobody until the config says whose it is', () => {
  const beside = said('customer', 'technician', 'customer');
  const message =
    '[0].conversation: the role "technician" is not known; say whose messages these are, as in `dialect: {roles: {"technician": user}}`, or assistant, system, tool';
  expect(rowIssues(beside)).toEqual([message]);
  expect(rowIssues(said('buyer', 'agent', 'supervisor'))).toHaveLength(2);
  expect(speakersOf(onlyCase([beside], { roles: { Technician: 'assistant' } }))).toEqual(['user', 'assistant']);
});

test('instructions of a developer are the system wherever a user speaks', () => {
  expect(speakersOf(onlyCase([said('developer', 'tool', 'user')]))).toEqual(['system', 'tool']);
  expect(speakersOf(onlyCase([said('developer', 'agent', 'user')], { roles: { developer: 'user' } }))).toEqual([
    'user',
    'assistant',
  ]);
});

test('an expected routing is what the metadata of the agent must say', () => {
  const sample = { sample_id: 's', input: [{ role: 'user', content: 'Where is truck 7?' }] };
  const call = { name: 'track', arguments: { truck: 7 } };
  expect(onlyCase([{ ...sample, expected_routing: 'fleet' }]).expect).toEqual({ metadata: { routing: 'fleet' } });
  expect(onlyCase([{ ...sample, expected_routing: 'fleet', expected_function_call: call }]).expect).toMatchObject({
    tools: { calls: [{ call: { name: 'track' } }] },
    metadata: { routing: 'fleet' },
  });
});

test.each([
  ['exact', {}, 'exact'],
  ['loosened by the option', { args: 'includes' }, 'includes'],
] as const)('arguments are compared: %s', (_, options, args_match) => {
  for (const document of [row, sample]) {
    expect(onlyCase([document], options).expect.tools?.calls).toEqual([
      { kind: 'call', call: { name: 'issue_refund', args: { order_id: 'A1' }, args_match, status: null } },
    ]);
  }
});

test('no tool may be called where the calls are empty or the function call is null', () => {
  expect(onlyCase([{ ...row, expected: { final_state: { tool_calls: [] } } }]).expect).toEqual({ no_tools: true });
  expect(onlyCase([{ ...sample, expected_function_call: null }]).expect).toEqual({ no_tools: true });
});

test('phrases alone say nothing about tools', () => {
  const { expect: demands } = onlyCase([{ ...row, expected: { final_state: { customer_msg_contains: ['sorry'] } } }]);
  expect(Object.keys(demands)).toEqual(['response']);
});

test('one case a document, a list, conversations or JSON Lines', () => {
  const documents = [row, [row], { conversations: [row] }];
  const ids = documents.map((document) => readJson(document, {}, 'refunds.json').cases.map(({ id }) => id));
  ids.push(readCases(`\n${JSON.stringify(row)}\n`, 'refunds.jsonl').cases.map(({ id }) => id));
  expect(ids).toEqual(ids.map(() => [idOf(row)]));
});
