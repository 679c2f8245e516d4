import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/foreign');
const config = (cases: string) => `version: 1\nagent: {recorded: trials.jsonl}\n${cases}\ntrials: 1\n`;

const trials = [
  { case_id: 'repairs-of-e-bikes', output: 'We repair every e-bike.', latency_ms: 900 },
  { case_id: 'greets-as-asked', output: 'Good day' },
].map((trial) => JSON.stringify(trial));

test('promptfoo’s tests become cases once, which judge trials as they would, with a list of what was left out; a run does not read them', async () => {
  await using folder = await folderWith({
    'original.yml': config('cases: [evals/promptfooconfig.yaml]'),
    'imported.yml': config('cases: [{file: mine.yml, skip: [patching-a-tube, opening-hours-on-a-holiday]}]'),
    'trials.jsonl': trials.join('\n'),
  });
  await cp(join(FIXTURES, 'promptfoo'), join(folder.path, 'evals'), { recursive: true });
  const written = await folder.cli(['import', 'evals/promptfooconfig.yaml', '--output', 'mine.yml']);
  expect(written.exitCode, written.stderr).toBe(0);
  expect(written.stderr).toContain('6 cases from 1 file in mine.yml, but for what is listed above');
  expect(written.stderr).toMatch(
    /promptfooconfig\.yaml:39:\d+: .*left out: `not-trajectory:tool-used` has no equal here/,
  );
  expect(await readFile(join(folder.path, 'mine.yml'), 'utf8')).toContain('# evals/tests.csv:2');
  const original = await folder.cli(['validate', '--config', 'original.yml']);
  expect(original.stderr + original.stdout).toContain("promptfoo's tests are not read at a run");
  const options = ['--config', 'imported.yml', '--cases', 'repairs-of-e-bikes,greets-as-asked'];
  const run = await folder.cli(['run', ...options, '--output', 'b']);
  expect(await outcomesOf(join(folder.path, 'b'), run.stderr)).toEqual({
    'repairs-of-e-bikes': 'passed',
    'greets-as-asked': 'failed',
  });
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
