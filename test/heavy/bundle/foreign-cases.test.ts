import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const RECORDED = 'recorded: trials.jsonl';

test('what suggests a demand and is not read is an error with its place, whatever the format; a dataset of another action is none', async () => {
  const rows = {
    'actions.json': [
      { name: 'my-eval', evaluators: ['fluency'], data: [{ query: 'Weather?', ground_truth: 'sunny' }] },
    ],
    'steps.json': [{ name: 'a', input: 'x', expected_tool_calls: [], ground_truth: 'sunny' }],
    'tools.json': [{ id: 'b', input: 'x', expected_tools: [], rubric: 'is kind' }],
    'state.json': [
      { conversation: [{ role: 'user', content: 'x' }], expected: { final_state: {} }, scorers: ['kind'] },
    ],
    'support.json': { test_cases: [{ id: 'c', input: 'x', expected: { should_contain: ['y'] }, criteria: 'is kind' }] },
  };
  await using folder = await folderWith({
    'agent-eval.yml': config('cases: [evals/*.json]'),
    ...Object.fromEntries(Object.entries(rows).map(([name, value]) => [`evals/${name}`, JSON.stringify(value)])),
  });
  const { exitCode, stderr } = await folder.cli(['validate']);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(
    /evals\/actions\.json:1:\d+: no known case format has these fields; .*rows \(any, if `dialect: \{columns/,
  );
  for (const [file, field] of [
    ['steps', 'ground_truth'],
    ['tools', 'rubric'],
    ['state', 'scorers'],
    ['support', 'criteria'],
  ])
    expect(stderr).toMatch(new RegExp(`evals/${file}\\.json:1:\\d+: .*\`${field}\` is not read`));
});

test('trajectories made elsewhere are judged by all their calls, as the format of their cases means it', async () => {
  const call = (name: string, args: object = {}) => ({ name, arguments: args });
  const asked = (name: string) => ({
    role: 'assistant',
    content: '',
    tool_calls: [{ id: name, function: { name, arguments: '{}' } }],
  });
  const user = (content: string) => ({ role: 'user', content });
  const weather = call('get_weather', { city: 'Oslo' });
  const trials = [
    { case_id: 'confirmed', messages: [user('Cancel it'), asked('delete_booking'), user('Yes'), asked('book')] },
    { case_id: 'wrong-file', output: 'ok', tool_calls: [call('look'), call('delete_file', { path: '/etc/passwd' })] },
    { case_id: 'list-kept', output: 'Oslo', tool_calls: [weather] },
    { case_id: 'list-and-more', output: 'Oslo', tool_calls: [weather, call('look')] },
    { case_id: 'furious', turns: [{ output: 'Hm.' }, { output: 'Sorry!', metadata: { escalated: true } }] },
  ];
  const listed = (name: string) => ({
    name,
    input: 'Oslo?',
    expected_tool_calls: [{ tool_name: 'get_weather', tool_parameters: { city: 'Oslo' } }],
  });
  await using folder = await folderWith({
    'agent-eval.yml': config('cases: [evals/*]', RECORDED),
    'loose.yml': config('cases: [{file: evals/lists.json, dialect: {extra: true}}]', RECORDED),
    'trials.jsonl': trials.map((trial) => JSON.stringify(trial)).join('\n'),
    'evals/own.yml': `
cases:
  - {id: confirmed, input: "Yes", expect: {tools: {forbidden: ["delete_*"]}}}
  - id: wrong-file
    input: "Tidy up."
    expect: {tools: {calls: [look, {name: delete_file, args: {path: /tmp/a}}], allow_extra: false, min_matched: 0.5}}
`,
    'evals/lists.json': JSON.stringify([listed('list-kept'), listed('list-and-more')]),
    'evals/suite.yml': `
test_cases:
  - name: furious
    messages: ["It does not work.", "I am furious!"]
    expected: {escalated: true, should_contain: [sorry]}
`,
  });
  const [strict, loose] = await Promise.all([
    folder.cli(['run', '--output', 'strict']),
    folder.cli(['run', '--config', 'loose.yml', '--output', 'loose']),
  ]);
  expect(await endsOf(folder, 'strict'), strict.stderr).toEqual({
    confirmed: ['failed', 'tools.forbidden'],
    'wrong-file': ['failed', 'tools.extra'],
    'list-kept': ['passed'],
    'list-and-more': ['failed', 'tools.order', 'tools.extra'],
    furious: ['passed'],
  });
  expect(await endsOf(folder, 'loose'), loose.stderr).toEqual({
    'list-kept': ['passed'],
    'list-and-more': ['passed'],
  });
});

test('promptfoo’s tests become cases once, which judge trials as they would, with a list of what was left out; a run does not read them', async () => {
  const trials = [
    { case_id: 'repairs-of-e-bikes', output: 'We repair every e-bike.', latency_ms: 900 },
    { case_id: 'greets-as-asked', output: 'Good day' },
  ];
  await using folder = await folderWith({
    'original.yml': config('cases: [evals/promptfooconfig.yaml]', RECORDED),
    'imported.yml': config('cases: [{file: mine.yml, skip: [patching-a-tube, opening-hours-on-a-holiday]}]', RECORDED),
    'trials.jsonl': trials.map((trial) => JSON.stringify(trial)).join('\n'),
  });
  await cp(new URL('foreign/promptfoo', FIXTURES), join(folder.path, 'evals'), { recursive: true });
  const result = await folder.cli(['import', 'evals/promptfooconfig.yaml', '--output', 'mine.yml']);
  expect(result).toExit(0);
  expect(result.stderr).toContain('6 cases from 1 file in mine.yml, except what is listed above');
  expect(result.stderr).toMatch(
    /promptfooconfig\.yaml:39:\d+: .*left out: `not-trajectory:tool-used` has no equal here/,
  );
  expect(await folder.read('mine.yml')).toContain('# evals/tests.csv:2');
  const original = await folder.cli(['validate', '--config', 'original.yml']);
  expect(original.stderr + original.stdout).toContain("promptfoo's tests are not read at a run");
  const options = ['--config', 'imported.yml', '--cases', 'repairs-of-e-bikes,greets-as-asked'];
  const run = await folder.cli(['run', ...options, '--output', 'b']);
  expect(await folder.outcomes('b'), run.stderr).toEqual({
    'repairs-of-e-bikes': 'passed',
    'greets-as-asked': 'failed',
  });
});

test('import writes nothing over a file, and nothing of a file with an error', async () => {
  await using folder = await folderWith({ 'rows.csv': 'question,answer\nHi,Hello\n', 'there.yml': 'cases: []\n' });
  const good = '{columns: {input: question, reference: answer}, reference: contains}';
  const there = await folder.cli(['import', 'rows.csv', '--dialect', good, '--output', 'there.yml']);
  expect([there.exitCode, there.stdout, there.stderr]).toEqual([
    2,
    '',
    expect.stringContaining('there.yml is there already'),
  ]);
  const missing = await folder.cli(['import', 'rows.csv', '--dialect', '{columns: {input: q}}']);
  expect([missing.exitCode, missing.stdout]).toEqual([2, '']);
  expect(missing.stderr).toContain('rows.csv:2:1');
  expect(missing.stderr).toContain('there is no column "q"');
  expect((await folder.cli(['import', 'rows.csv', '--dialect', '{columns: 3}'])).exitCode).toBe(2);
  const result = await folder.cli(['import', 'rows.csv', '--dialect', good, '--id-prefix', '{stem}/']);
  expect(result.stdout).toContain('input: Hi');
  expect(result.stdout).toContain('id: rows/rows-');
});

function config(cases: string, agent = 'command: [cat]'): string {
  return `version: 1\nagent: {${agent}}\n${cases}\ntrials: 1\n`;
}

/** How the trial of each case ended, with the checks that failed. */
async function endsOf(folder: Folder, output: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const { cases } = await folder.results(output);
  return Object.fromEntries(
    cases.map(({ id, trials: [trial] }) => {
      const failed = trial?.checks.filter(({ passed }) => passed === false) ?? [];
      return [id, [trial?.outcome ?? 'none', ...failed.map(({ name }) => name)]];
    }),
  );
}
