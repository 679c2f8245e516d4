import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { program } from '#test/support/program.ts';

function suite(config: object, inputs: Readonly<Record<string, string>>) {
  const cases = Object.entries(inputs).map(([id, input]) => ({ id, input, expect: { response: { contains: ['x'] } } }));
  return {
    'agent-eval.yml': JSON.stringify({ version: 1, cases: ['c.yml'], ...config }),
    'c.yml': JSON.stringify({ cases }),
  };
}

const AGENT = program('failing-tool.py');

test('an exception inside a tool comes before its consequences, once, in terminal and comment; pass^4 is shown and stored', async () => {
  const agent = { command: ['python3', 'agent.py', '{input}'], mode: 'one-shot' };
  await using folder = await folderWith({ ...suite({ agent, trials: 4 }, { one: 'a', two: 'a' }), 'agent.py': AGENT });
  const { stdout } = await folder.cli(['run']);
  const line = /NameError\("name 'refnd' is not defined"\)/;
  expect(stdout).toMatch(new RegExp(`cause +tool refund: Error: ${line.source}\\n +8 trials of 2 cases: one, two`));
  expect(stdout.search(line)).toBeLessThan(stdout.indexOf('pass rate'));
  expect(stdout).toMatch(/pass\^4 +here 0 %/);
  const comment = await folder.read('agent-eval-results/comment.md');
  expect(comment).toContain('**2 cases**<br>');
  expect(comment.indexOf('NameError')).toBeLessThan(comment.indexOf('| pass rate |'));
  const { pass_k } = JSON.parse(await folder.read('agent-eval-results/results.json'));
  expect(pass_k.at(-1)).toEqual({ k: 4, pass_hat_k: 0, pass_at_k: 0, cases: 2 });
});

const TOGETHER = program('loud-and-quiet.mjs');

test('what a process prints while it has several trials is the cause of none of them', async () => {
  const config = { agent: { command: [process.execPath, 'agent.mjs'] }, trials: 1, concurrency: 2 };
  const files = suite(config, { loud: 'loud', quiet: 'quiet' });
  await using folder = await folderWith({ ...files, 'agent.mjs': TOGETHER });
  await folder.cli(['run']);
  expect((await folder.results()).cases.map(({ trials: [trial] }) => trial?.cause ?? null)).toEqual([null, null]);
  expect(await folder.read('agent-eval-results/trajectories.jsonl')).toContain('the loud one broke');
});
