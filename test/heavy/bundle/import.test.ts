import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/foreign');
const OPTIONS = 'dialect: {ignore: [llm-rubric, similar, latency, cost]}';
const config = (cases: string) => `version: 1\nagent: {recorded: trials.jsonl}\n${cases}\ntrials: 1\n`;

const trials = [
  { case_id: 'repairs-of-e-bikes', output: 'We repair every e-bike.' },
  { case_id: 'greets-as-asked', output: 'hello' },
  { case_id: 'patching-a-tube', output: 'Patch it.' },
  { case_id: 'opening-hours-on-a-holiday', output: 'We are closed.' },
  {
    case_id: 'looks-up-an-order-before-it-answers',
    output: 'Order 7781 is on its way.',
    tool_calls: [{ name: 'lookup_order', arguments: { id: '7781', fast: true } }],
  },
  { case_id: 'a-quote-as-json', output: '{"price": "29"}' },
].map((trial) => JSON.stringify(trial));

test('imported cases judge the same trials as the file they come from', async () => {
  await using folder = await folderWith({
    'original.yml': config(`cases: [{file: evals/promptfooconfig.yaml, ${OPTIONS}}]`),
    'imported.yml': config('cases: [mine.yml]'),
    'trials.jsonl': trials.join('\n'),
  });
  await cp(join(FIXTURES, 'promptfoo'), join(folder.path, 'evals'), { recursive: true });
  const written = await folder.cli([
    ...['import', 'evals/promptfooconfig.yaml', '--output', 'mine.yml'],
    ...['--dialect', '{ignore: [llm-rubric, similar, latency, cost]}'],
  ]);
  expect(written.exitCode, written.stderr).toBe(0);
  expect(written.stderr).toContain('6 cases from 1 file in mine.yml');
  expect(await readFile(join(folder.path, 'mine.yml'), 'utf8')).toContain('# evals/tests.csv:2');
  const [original, imported] = [
    await folder.cli(['run', '--config', 'original.yml', '--output', 'a']),
    await folder.cli(['run', '--config', 'imported.yml', '--output', 'b']),
  ];
  const outcomes = await outcomesOf(join(folder.path, 'a'), original.stderr);
  expect(outcomes).toEqual({
    'repairs-of-e-bikes': 'passed',
    'greets-as-asked': 'failed',
    'patching-a-tube': 'failed',
    'opening-hours-on-a-holiday': 'passed',
    'looks-up-an-order-before-it-answers': 'passed',
    'a-quote-as-json': 'failed',
  });
  expect(await outcomesOf(join(folder.path, 'b'), imported.stderr)).toEqual(outcomes);
});

test('import writes nothing over a file, and nothing of a file with an error', async () => {
  await using folder = await folderWith({
    'rows.csv': 'question,answer\nHi,Hello\n',
    'there.yml': 'cases: []\n',
  });
  const ways = [
    '{columns: {input: question, reference: answer}, reference: contains}',
    '{columns: {input: q}}',
    '{columns: 3}',
  ];
  const [good = '', wrong = '', odd = ''] = ways;
  const there = await folder.cli(['import', 'rows.csv', '--dialect', good, '--output', 'there.yml']);
  expect([there.exitCode, there.stdout, there.stderr]).toEqual([
    2,
    '',
    expect.stringContaining('there.yml is there already'),
  ]);
  const missing = await folder.cli(['import', 'rows.csv', '--dialect', wrong]);
  expect([missing.exitCode, missing.stdout]).toEqual([2, '']);
  expect(missing.stderr).toContain('rows.csv:2:1');
  expect(missing.stderr).toContain('there is no column "q"');
  expect((await folder.cli(['import', 'rows.csv', '--dialect', odd])).exitCode).toBe(2);
  const shown = await folder.cli(['import', 'rows.csv', '--dialect', good, '--id-prefix', '{stem}/']);
  expect(shown.stdout).toContain('input: Hi');
  expect(shown.stdout).toContain('id: rows/rows-');
});

async function outcomesOf(folder: string, stderr: string): Promise<Record<string, string | undefined>> {
  const text = await readFile(join(folder, 'results.json'), 'utf8').catch(() => {
    throw new Error(stderr);
  });
  const results: {
    readonly cases: readonly { readonly id: string; readonly trials: readonly { readonly outcome: string }[] }[];
  } = JSON.parse(text);
  return Object.fromEntries(results.cases.map(({ id, trials: [trial] }) => [id, trial?.outcome]));
}
