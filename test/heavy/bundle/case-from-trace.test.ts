import { expect, test } from 'vitest';
import { TOLD } from '#test/fixtures/traces.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { exportRequest } from '#test/support/otlp.ts';

test('a case of a trace is a case file that is judged, with what happened as comments', async () => {
  const spans = TOLD['OpenInference'] ?? [];
  await using folder = await folderWith({
    'trace.json': JSON.stringify(exportRequest(spans), null, 2),
    'agent-eval.yml': 'version: 1\nagent: {recorded: trials.jsonl}\ncases: [mine.yml]\ntrials: 1\n',
    'trials.jsonl': JSON.stringify({
      case_id: 'trace-5b8efff798038103d269b633813fc60c',
      output: 'Done.',
      tool_calls: [{ name: 'lookup_order', arguments: {} }],
    }),
  });
  const result = await folder.cli(['case', 'from-trace', 'trace.json', '--output', 'mine.yml']);
  expect(result).toMatchObject({ exitCode: 0, stdout: '' });
  expect(result.stderr).toContain('look for personal data');
  await expect(await folder.read('mine.yml')).toMatchFileSnapshot('golden/case-of-trace.yml');
  const run = await folder.cli(['run']);
  expect(run.stderr + run.stdout).toContain('issue_refund');
  const again = await folder.cli(['case', 'from-trace', 'trace.json', '--output', 'mine.yml']);
  expect(again).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('mine.yml is there already') });
});

test('a trace that can not be used is an error that says what to do; hostile text obeys nobody', async () => {
  const attributes = { 'ai.prompt': JSON.stringify({ prompt: 'Hi\n::error::x\u001b[31m ##[group]' }) };
  await using folder = await folderWith({
    'two.jsonl': ['1a', '2b']
      .map((trace) => JSON.stringify(exportRequest([{ trace, id: 'a', attributes }])))
      .join('\n'),
    'cut.jsonl': `${JSON.stringify(exportRequest([{ id: 'a', attributes }]))}\n{"resourceSpans": [`,
    'other.json': '{"traces": []}',
  });
  const several = await folder.cli(['case', 'from-trace', 'two.jsonl']);
  expect(several).toMatchObject({ exitCode: 2, stdout: '' });
  expect(several.stderr).toMatch(/two\.jsonl: 2 traces have a conversation; choose one by --trace:\n {2}1a {2}1 span/);
  const other = await folder.cli(['case', 'from-trace', 'other.json']);
  expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('other.json:1:1: ') });
  const cut = await folder.cli(['case', 'from-trace', 'cut.jsonl']);
  expect(cut.exitCode).toBe(0);
  expect(cut.stderr).toContain('cut.jsonl:2:');
  for (const { stdout, stderr } of [several, cut]) {
    expect(stdout + stderr).not.toMatch(/^\s*::|##\[|\u001b/m);
  }
  expect(cut.stdout).toContain('no_tools: true');
});
