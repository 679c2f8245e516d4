import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { DialectOptions } from '#cases/dialects/conversion/dialect.ts';
import type { ParsedCases } from '#cases/dialects/parse-cases-in.ts';
import type { Case } from '#cases/suite/case.ts';
import { writeCase } from '#cases/suite/writing/write-case.ts';
import { casesYaml } from '#commands/cli/cases/cases-yaml.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import { FOREIGN_FILES } from '#test/fixtures/foreign-files.ts';
import { readCases } from './read-cases.ts';

const folder = new URL('../../fixtures/foreign/', import.meta.url);
test.each(FOREIGN_FILES)(
  'the cases of %s are the same when they are written as ours and read again',
  (file, options) => {
    const read = readFixture(file, options);
    expect(read.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(read.cases.length).toBeGreaterThan(0);
    const again = readCases(casesYaml(read.cases), 'imported.yml');
    expect(again.issues).toEqual([]);
    expect(again.dialects).toEqual(['canonical']);
    expect(again.cases.map(withoutSource)).toEqual(read.cases.map(withoutSource));
  },
);

test.each(FOREIGN_FILES)('the cases of %s mean what its tool means', async (file, options) => {
  const { cases } = readFixture(file, options);
  await expect(`${JSON.stringify(cases.map(writeCase), null, 2)}\n`).toMatchFileSnapshot(
    new URL(`golden/${file.replaceAll('/', '-')}.json`, folder).pathname,
  );
});

test('an answer for reference needs the word how it is compared, asked once for a file', () => {
  const rows = '{"question": "a", "answer": "b"}\n{"question": "c", "answer": "d"}\n';
  const { cases, issues } = readText(rows, { columns: { input: 'question', reference: 'answer' } }, 'rows.jsonl');
  expect(cases).toEqual([]);
  expect(issues).toHaveLength(1);
  expect(issues[0]?.message).toMatch(/dialect: \{reference: contains\}.*also on line 2/);
});

test.each<[tool: string, row: Json, message: RegExp, columns?: NonNullable<DialectOptions['columns']>]>([
  ['promptfoo', { prompts: ['{{q}}'], tests: [{ vars: { q: 'hi' } }] }, /`agent-eval import`/],
  ['promptfoo', [{ q: 'hi', __expected: 'ho' }], /results: promptfoo/],
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
    /columns: openai-evals, reference/,
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
    /columns: ragas, reference/,
    { input: 'user_input', reference: 'reference' },
  ],
])(
  'a file of %s is named at its first line, with what to do, and its columns can be read',
  (tool, rows, message, columns) => {
    const { cases, issues } = readText(JSON.stringify(rows), {}, 'rows.json');
    expect(cases).toEqual([]);
    expect(issues).toMatchObject([{ severity: 'error', line: 1, message: expect.stringMatching(message) }]);
    expect(issues[0]?.message).toContain(tool);
    if (columns === undefined) return;
    const mapped = readText(JSON.stringify(rows), { columns, reference: 'contains' }, 'rows.json');
    expect(mapped.issues).toEqual([]);
    expect(mapped.cases).toMatchObject([{ turns: [{ input: 'hi' }], expect: { response: { contains: ['ho'] } } }]);
  },
);

test('fields to ignore are left unread in the file, in rows and below them', () => {
  const suite =
    'owner: me\ntest_cases:\n  - {name: a, input: A, expected: {should_contain: [x], max_words: 9}, expected_tone: warm}\n';
  expect(readText(suite).cases).toEqual([]);
  const { cases, issues } = readText(suite, { ignore: ['owner', 'expected_tone', 'expected.max_words'] });
  expect(cases).toMatchObject([{ id: 'a', metadata: {} }]);
  expect(issues.map(({ severity, message }) => `${severity} ${message.split(' is ')[0]}`)).toEqual([
    'warning `owner`',
    'warning `expected.max_words`',
    'warning `expected_tone`',
  ]);
});

test('a column that no row has is an error, told once', () => {
  const { issues } = readText('a,b\n1,2\n3,4\n', { columns: { input: 'question' } }, 'rows.csv');
  expect(issues.filter(({ message }) => message.includes('there is no column "question"'))).toHaveLength(1);
});

test.each([
  ['two columns and a last line break', 'q;e\nhi;ho\n'],
  ['two columns', 'q;e\nhi;ho'],
  ['commas in its values', 'q;e;n\nhi;ho;1,5\nyou, there;a, b;2,5\n'],
  ['quotes', '"q";"e"\n"hi";ho\n'],
  ['blank lines', '\n\nq;e\n\nhi;ho\n\n'],
])('values separated by `;`, tabs or `|`, with %s, are read like CSV', async (_, text) => {
  for (const [delimiter, file] of [
    [';', 'rows.csv'],
    ['\t', 'rows.csv'],
    ['\t', 'rows.tsv'],
    ['|', 'rows.csv'],
  ] as const) {
    const { cases, issues } = await readText(
      text.replaceAll(';', delimiter),
      { columns: { input: 'q', reference: 'e' }, reference: 'contains' },
      file,
    );
    expect(issues).toEqual([]);
    expect(cases[0]?.turns).toMatchObject([{ input: 'hi' }]);
  }
});

test.each<[string, string, RegExp]>([
  ['too few values', 'a,b\n1\n', /1 value for 2 columns/],
  ['an open quote', 'a,b\n1,"2\n', /not valid CSV/],
  ['a column twice', 'a,a\n1,2\n', /there twice/],
])('CSV with %s is an error at its line', (_, text, message) => {
  const { issues } = readText(text, { columns: { input: 'a' } }, 'rows.csv');
  expect(issues.some((issue) => issue.severity === 'error' && message.test(issue.message))).toBe(true);
});

test('what a reference demands is as the option says', () => {
  const row = '{"input": "a", "answers": ["b.", "c"]}';
  const columns = { input: 'input', reference: 'answers' };
  const demanded = (reference: NonNullable<DialectOptions['reference']>): Json => {
    const [first] = readText(row, { columns, reference }, 'rows.jsonl').cases;
    const written = first === undefined ? {} : writeCase(first)['expect'];
    return isJsonObject(written) ? written : {};
  };
  expect(demanded('equals')).toEqual({ response: { matches: ['^(?:b\\.|c)$'] } });
  expect(demanded('contains')).toEqual({ response: { matches: ['(?i)b\\.|c'] } });
  expect(demanded({ token_f1: { min: 0.4 } })).toEqual({
    response: { similar: { to: ['b.', 'c'], token_f1: { min: 0.4 } } },
  });
  expect(demanded('judge')).toMatchObject({ judge: [{ ask: expect.stringContaining('"b." or "c"') }] });
});

function readFixture(file: string, dialect: DialectOptions = {}): ParsedCases {
  return readText(readFileSync(new URL(file, folder), 'utf8'), dialect, file);
}

function readText(text: string, dialect: DialectOptions = {}, file = 'f.yml'): ParsedCases {
  return readCases(text, file, dialect);
}

function withoutSource({ source: _, ...rest }: Case): Omit<Case, 'source'> {
  return rest;
}
