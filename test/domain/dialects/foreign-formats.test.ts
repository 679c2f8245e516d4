import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readIncluded } from '#application/load/read-included.ts';
import { AS_WRITTEN } from '#domain/dialects/case-reading.ts';
import type { DialectOptions } from '#domain/dialects/dialect.ts';
import { parseCases } from '#domain/dialects/parse-cases.ts';
import type { ParsedCases } from '#domain/dialects/parse-cases-in.ts';
import { parseSoundDocuments } from '#domain/document/parse-documents.ts';
import { isJsonObject, type Json } from '#domain/json.ts';
import type { Case } from '#domain/suite/case.ts';
import { writeCase } from '#domain/suite/writing/write-case.ts';
import { casesYaml } from '#entry/cli/cases/cases-yaml.ts';
import { FOREIGN_FILES } from '#test/fixtures/foreign-files.ts';
import { readCases } from './read-cases.ts';

const folder = new URL('../../fixtures/foreign/', import.meta.url);
test.each(FOREIGN_FILES)(
  'the cases of %s are the same when they are written as ours and read again',
  async (file, options) => {
    const read = await readFixture(file, options);
    expect(read.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(read.cases.length).toBeGreaterThan(0);
    const again = readCases(casesYaml(read.cases), 'imported.yml');
    expect(again.issues).toEqual([]);
    expect(again.dialects).toEqual(['canonical']);
    expect(again.cases.map(withoutSource)).toEqual(read.cases.map(withoutSource));
  },
);

test.each(FOREIGN_FILES)('the cases of %s mean what its tool means', async (file, options) => {
  const { cases } = await readFixture(file, options);
  await expect(`${JSON.stringify(cases.map(writeCase), null, 2)}\n`).toMatchFileSnapshot(
    new URL(`golden/${file.replaceAll('/', '-')}.json`, folder).pathname,
  );
});

test('a test in a file of its own keeps the line of that file, and the prompts of the config', async () => {
  const { cases } = await readFixture('promptfoo/promptfooconfig.yaml');
  expect(cases.slice(0, 3).map(({ source }) => source)).toEqual([
    { file: 'promptfoo/tests.csv', line: 2 },
    { file: 'promptfoo/tests.csv', line: 3 },
    { file: 'promptfoo/tests.csv', line: 4 },
  ]);
  expect(cases[0]?.turns[0]?.input).toBe('You answer for Spoke & Sprocket. Do you repair e-bikes, too?');
});

test.each<[string, string, string]>([
  ['javascript', 'output.length < 9', 'custom'],
  ['python', 'len(output)', 'custom'],
  ['levenshtein', 'x', 'similar'],
  ['contains-json', '', 'json_schema'],
  ['select-best', 'x', 'agent-eval run --agents'],
  ['not-equals', 'x', 'custom'],
  ['of-another-version', 'x', 'custom'],
])('the assertion %s is an error at its line, with the nearest thing', async (type, value, nearest) => {
  const { cases, issues } = await readText(
    `prompts: ["{{q}}"]\ntests:\n  - vars: {q: hi}\n    assert:\n      - {type: icontains, value: a}\n      - {type: ${type}, value: "${value}"}\n`,
  );
  expect(cases).toEqual([]);
  expect(issues).toMatchObject([{ severity: 'error', file: 'f.yml', line: 6, path: 'tests[0].assert[1]' }]);
  expect(issues[0]?.message).toContain(`\`${type}\` has no equal here`);
  expect(issues[0]?.message).toContain(nearest);
});

test('an assertion that is ignored is left out, and a warning says so', async () => {
  const { cases, issues } = await readText(
    'prompts: ["{{q}}"]\ntests:\n  - vars: {q: hi}\n    assert: [{type: icontains, value: a}, {type: javascript, value: "true"}]\n',
    { ignore: ['javascript'] },
  );
  expect(cases).toMatchObject([{ expect: { response: { contains: ['a'] } } }]);
  expect(issues).toMatchObject([{ severity: 'warning', message: expect.stringContaining('`javascript` is ignored') }]);
});

test.each<[string, string, RegExp]>([
  [
    'a share of the assertions',
    '  - {vars: {q: hi}, threshold: 0.5, assert: [{type: icontains, value: a}]}',
    /share of the assertions/,
  ],
  [
    'a transform',
    '  - {vars: {q: hi}, options: {transform: "output.a"}, assert: [{type: icontains, value: a}]}',
    /changes what is judged/,
  ],
  [
    'a variable that is not there',
    '  - {vars: {q: hi}, assert: [{type: icontains, value: "{{nobody}}"}]}',
    /names no variable/,
  ],
  [
    'a filter',
    '  - {vars: {q: hi}, assert: [{type: icontains, value: "{{q | upper}}"}]}',
    /more than the name of a variable/,
  ],
  ['a program that makes tests', '  - file://tests.py', /expected a test/],
  ['a file that is not there', '  - file://gone.csv', /does not exist/],
  ['a pattern of files', '  - file://tests/*.yaml', /pattern/],
])('%s is an error of a promptfoo file', async (_, row, message) => {
  const { issues } = await readText(`prompts: ["{{q}}"]\ntests:\n${row}\n`);
  expect(issues.filter(({ severity }) => severity === 'error').map((issue) => issue.message)).toContainEqual(
    expect.stringMatching(message),
  );
});

test('prompts and lists of values make a case each, with ids that stay', async () => {
  const { cases, issues } = await readText(
    'prompts: [{label: short, raw: "{{q}}"}, {label: long, raw: "Please: {{q}}"}]\ntests: [{description: Asks, vars: {q: [a, b]}}]\n',
  );
  expect(issues).toEqual([]);
  expect(cases.map(({ turns }) => turns[0]?.input)).toEqual(['a', 'Please: a', 'b', 'Please: b']);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(4);
  expect(cases[0]?.id).toMatch(/^Asks-short-[0-9a-f]{6}$/);
});

test('an answer for reference needs the word how it is compared, asked once for a file', async () => {
  const rows = '{"question": "a", "answer": "b"}\n{"question": "c", "answer": "d"}\n';
  const { cases, issues } = await readText(rows, { columns: { input: 'question', reference: 'answer' } }, 'rows.jsonl');
  expect(cases).toEqual([]);
  expect(issues).toHaveLength(1);
  expect(issues[0]?.message).toMatch(/dialect: \{reference: contains\}.*also on line 2/);
});

test.each<[tool: string, row: Json, message: RegExp, columns?: NonNullable<DialectOptions['columns']>]>([
  [
    'ADK',
    { eval_set_id: 's', eval_cases: [{ eval_id: 'a', conversation: [] }] },
    /eval sets of Google's ADK are not read/,
  ],
  ['ADK', [{ name: 'a', data: [{ query: 'hi', expected_tool_use: [] }] }], /eval sets of Google's ADK are not read/],
  [
    'Inspect',
    [{ id: 'a', input: 'hi', target: 'ho' }],
    /reference: target/,
    { id: 'id', input: 'input', reference: 'target' },
  ],
  [
    'openai/evals',
    [{ input: [{ role: 'user', content: 'hi' }], ideal: ['ho'] }],
    /reference: ideal/,
    { messages: 'input', reference: 'ideal' },
  ],
  [
    'DeepEval',
    [{ input: 'hi', expected_output: 'ho' }],
    /reference: expected_output/,
    { input: 'input', reference: 'expected_output' },
  ],
  ['DeepEval', [{ scenario: 'hi', expected_outcome: 'ho' }], /`simulated_user`/],
  [
    'Ragas',
    [{ user_input: 'hi', reference: 'ho' }],
    /input: user_input/,
    { input: 'user_input', reference: 'reference' },
  ],
])(
  'a file of %s is named at its first line, with what to do, and its columns can be read',
  async (tool, rows, message, columns) => {
    const { cases, issues } = await readText(JSON.stringify(rows), {}, 'rows.json');
    expect(cases).toEqual([]);
    expect(issues).toMatchObject([{ severity: 'error', line: 1, message: expect.stringMatching(message) }]);
    expect(issues[0]?.message).toContain(tool);
    if (columns === undefined) return;
    const mapped = await readText(JSON.stringify(rows), { columns, reference: 'contains' }, 'rows.json');
    expect(mapped.issues).toEqual([]);
    expect(mapped.cases).toMatchObject([{ turns: [{ input: 'hi' }], expect: { response: { contains: ['ho'] } } }]);
  },
);

test('fields to ignore are left unread in the file, in rows and below them', async () => {
  const suite =
    'owner: me\ntest_cases:\n  - {name: a, input: A, expected: {should_contain: [x], max_words: 9}, expected_tone: warm}\n';
  expect((await readText(suite)).cases).toEqual([]);
  const { cases, issues } = await readText(suite, { ignore: ['owner', 'expected_tone', 'expected.max_words'] });
  expect(cases).toMatchObject([{ id: 'a', metadata: {} }]);
  expect(issues.map(({ severity, message }) => `${severity} ${message.split(' is ')[0]}`)).toEqual([
    'warning `owner`',
    'warning `expected.max_words`',
    'warning `expected_tone`',
  ]);
});

test('a column that no row has is an error, told once', async () => {
  const { issues } = await readText('a,b\n1,2\n3,4\n', { columns: { input: 'question' } }, 'rows.csv');
  expect(issues.filter(({ message }) => message.includes('there is no column "question"'))).toHaveLength(1);
});

test.each<[string, string, RegExp]>([
  ['too few values', 'a,b\n1\n', /1 value for 2 columns/],
  ['an open quote', 'a,b\n1,"2\n', /not valid CSV/],
  ['a column twice', 'a,a\n1,2\n', /there twice/],
])('CSV with %s is an error at its line', async (_, text, message) => {
  const { issues } = await readText(text, { columns: { input: 'a' } }, 'rows.csv');
  expect(issues.some((issue) => issue.severity === 'error' && message.test(issue.message))).toBe(true);
});

test('what a reference demands is as the option says', async () => {
  const row = '{"input": "a", "answers": ["b.", "c"]}';
  const columns = { input: 'input', reference: 'answers' };
  const demanded = async (reference: NonNullable<DialectOptions['reference']>): Promise<Json> => {
    const [first] = (await readText(row, { columns, reference }, 'rows.jsonl')).cases;
    const written = first === undefined ? {} : writeCase(first)['expect'];
    return isJsonObject(written) ? written : {};
  };
  expect(await demanded('equals')).toEqual({ response: { matches: ['^(?:b\\.|c)$'] } });
  expect(await demanded('contains')).toEqual({ response: { matches: ['(?i)b\\.|c'] } });
  expect(await demanded({ token_f1: { min: 0.4 } })).toEqual({
    response: { similar: { to: ['b.', 'c'], token_f1: { min: 0.4 } } },
  });
  expect(await demanded('judge')).toMatchObject({ judge: [{ ask: expect.stringContaining('"b." or "c"') }] });
});

async function readFixture(file: string, dialect: DialectOptions = {}): Promise<ParsedCases> {
  return await readText(readFileSync(new URL(file, folder), 'utf8'), dialect, file);
}

async function readText(text: string, dialect: DialectOptions = {}, file = 'f.yml'): Promise<ParsedCases> {
  const parsed = parseSoundDocuments(text, file);
  if ('issues' in parsed) throw new Error(JSON.stringify(parsed.issues));
  const whole = await readIncluded(parsed, async (path) => {
    try {
      return { text: readFileSync(new URL(path, folder), 'utf8') };
    } catch {
      return { problem: `"${path}" does not exist` };
    }
  });
  return parseCases(whole, { ...AS_WRITTEN, dialect });
}

function withoutSource({ source: _, ...rest }: Case): Omit<Case, 'source'> {
  return rest;
}
