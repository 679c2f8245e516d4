import { expect, test } from 'vitest';
import { issueLines, onlyCase, readCases, readJson, rowIssues } from './read-cases.ts';

const row = {
  name: 'weather',
  input: 'Weather in Oslo?',
  expected_tool_calls: [{ tool_name: 'get_weather', tool_parameters: { city: 'Oslo' } }],
};

test.each([
  ['nothing', {}, 'exact'],
  ['exact', { args: 'exact' }, 'exact'],
  ['includes', { args: 'includes' }, 'includes'],
  ['ignore', { args: 'ignore' }, 'ignore'],
] as const)('arguments are compared as the dialect option says: %s', (_, options, args_match) => {
  const call = { name: 'get_weather', args: { city: 'Oslo' }, args_match, status: null };
  expect(onlyCase([row], options).expect.tools?.calls).toEqual([{ kind: 'call', call }]);
});

test('the list is all the calls in their order; a tool named for a turn is one call among others', () => {
  expect(onlyCase([row]).expect.tools).toMatchObject({ order: 'exact', allow_extra: false, min_matched: 1 });
  const named = { name: 'talk', turns: [{ input: 'Hi!', expected_tool_name: 'greet' }] };
  expect(onlyCase([named]).turns[0]?.expect?.tools).toMatchObject({ order: 'any', allow_extra: true });
});

test.each([
  [{ order: 'any' }, { order: 'any', allow_extra: false }],
  [{ extra: true }, { order: 'in_order', allow_extra: true }],
  [
    { order: 'in_order', extra: true },
    { order: 'in_order', allow_extra: true },
  ],
] as const)('options loosen what the format means: %j', (options, tools) => {
  expect(onlyCase([row], options).expect.tools).toMatchObject(tools);
});

test('an empty list demands that no tool is called, unless other calls are fine', () => {
  const idle = { name: 'idle', input: 'Hi!', expected_tool_calls: [] };
  expect(onlyCase([idle]).expect).toEqual({ no_tools: true });
  expect(onlyCase([idle], { extra: true }).expect).toEqual({ completes: true });
});

test.each([
  ['absent parameters compare the name only', {}, null],
  ['null parameters compare the name only', { tool_parameters: null }, null],
  ['empty parameters demand a call without any', { tool_parameters: {} }, {}],
  ['parameters written as JSON text are read', { tool_parameters: '{"city": "Oslo"}' }, { city: 'Oslo' }],
  ['a parameter that is null stays', { tool_parameters: { unit: null } }, { unit: null }],
])('%s', (_, parameters, args) => {
  const { expect: demands } = onlyCase([
    { ...row, expected_tool_calls: [{ tool_name: 'get_weather', ...parameters }] },
  ]);
  expect(demands.tools?.calls).toMatchObject([{ call: { name: 'get_weather', args } }]);
});

test.each([
  ['an empty list of calls', { expected_tool_calls: [] }],
  ['calls that are null', { expected_tool_calls: null }],
  ['a tool name that is null', { expected_tool_name: null }],
  ['an empty tool name', { expected_tool_name: '' }],
])('%s demands that no tool is called', (_, demands) => {
  expect(onlyCase([{ name: 'hi', input: 'Hi!', ...demands }]).expect).toEqual({ no_tools: true });
});

test('a turn without a tool name demands nothing of tools', () => {
  const turns = [{ input: 'Hi!', expected_response_contains: 'hello' }, { input: 'Bye.' }];
  const { turns: read } = onlyCase([{ name: 'talk', turns }]);
  expect(read[0]?.expect?.tools).toBeUndefined();
  expect(read[0]?.expect?.no_tools).toBeUndefined();
  expect(read[1]).toEqual({ input: 'Bye.', expect: null });
});

test('demands beside turns hold of the whole conversation', () => {
  const demands = onlyCase([{ name: 'talk', turns: [{ input: 'Hi!' }], expected_response_contains: ['bye'] }]).expect;
  expect(demands.response?.contains).toEqual(['bye']);
});

test('a row is a list, a JSON Lines row, a document, or in a list under cases, test_cases or tests', () => {
  const [plain] = readJson([row]).cases;
  const read = [row, { cases: [row] }, { test_cases: [row] }, { tests: [row] }].flatMap(
    (document) => readJson(document).cases,
  );
  read.push(...readCases(`${JSON.stringify(row)}\n`, 'cases.json').cases);
  read.push(...readCases(`${JSON.stringify(row)}\n`, 'cases.jsonl').cases);
  expect(read.map(({ source: _, ...rest }) => rest)).toEqual(
    read.map(() => ({ ...plain, source: undefined })).map(({ source: _, ...rest }) => rest),
  );
  expect(read).toHaveLength(6);
});

test('category and tags become tags, other fields metadata', () => {
  const read = onlyCase([{ ...row, category: 'weather', tags: ['smoke'], difficulty: 3, owner: null }]);
  expect(read.tags).toEqual(['weather', 'smoke']);
  expect(read.metadata).toEqual({ difficulty: 3, owner: null });
});

test('fields that our own cases have too mean the same', () => {
  const shared = { context: { user: 'u1' }, history: [{ role: 'user', content: 'Hi.' }], trials: 7 };
  const read = onlyCase([{ ...row, ...shared, metadata: { owner: 'x' }, difficulty: 1 }]);
  expect(read).toMatchObject({ ...shared, metadata: { owner: 'x', difficulty: 1 } });
  expect(rowIssues({ ...row, trials: 'many' })[0]).toMatch(/^\[0\]\.trials: /);
});

test('a row of a list that demands nothing is an error at its line, not a case that always passes', () => {
  expect(issueLines(readJson([row, { name: 'idle', input: 'Hi!' }]))).toEqual([
    'error 14 [1]: nothing is expected of this case; write at least one of expected_tool_calls, expected_tool_name, expected_response_contains',
    'error 14 : 1 of 2 cases of this file can be read; to run without the others, write `skip: ["cases.json:14"]` beside `file` in the config',
  ]);
});

test('a demand that is there but empty demands nothing', () => {
  expect(rowIssues({ name: 'idle', input: 'Hi!', expected_response_contains: [] })[0]).toMatch(
    /^\[0\]: a case without any expectation/,
  );
});

test('problems of the converted case point at the foreign field', () => {
  const parameters = { city: 'Oslo', days: { $approx: 'three' } };
  const read = readJson([{ ...row, expected_tool_calls: [{ tool_name: 'get_weather', tool_parameters: parameters }] }]);
  expect(read.cases).toEqual([]);
  expect(read.issues).toMatchObject([{ line: 11, path: '[0].expected_tool_calls[0].tool_parameters' }]);
});

test('other fields of a turn are said to be unread', () => {
  expect(
    issueLines(readJson([{ name: 'talk', turns: [{ input: 'Hi!', expected_tool_name: null, comment: 'greets' }] }])),
  ).toEqual([
    'warning 8 [0].turns[0].comment: `comment` is not read; known here: input, expected_tool_calls, expected_tool_name, expected_response_contains; rename or remove it',
  ]);
});
