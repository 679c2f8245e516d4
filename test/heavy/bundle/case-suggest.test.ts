import { expect, test } from 'vitest';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';

const CALL = { id: 'c', name: 'pay', arguments: { order: 'A-1', amount: 5 }, result: 'ok', status: 'ok' };
const PAYS = { output: 'Paid, as R77.', tool_calls: [CALL], usage: { input_tokens: 10, output_tokens: 5 } };
const CONFIG = { trials: 5, gate: {}, behaviour: 'report' };

const FILES = scriptedSuite(
  { refund: { expect: undefined, step: { answer: PAYS } }, hello: { expect: undefined }, whole: {} },
  CONFIG,
);

async function runs(folder: Folder, ...flags: readonly string[]): Promise<void> {
  for (const output of ['first', 'second']) {
    const ran = await folder.cli(['run', '--output', output, ...flags]);
    expect(ran).toExit(0);
  }
}

test('expectations are written from two runs of main, and are cases that hold and bite', async () => {
  await using folder = await folderWith(FILES);
  await runs(folder);
  const few = await folder.cli(['case', 'suggest', 'first']);
  expect(few).toMatchObject({ exitCode: 2, stdout: '' });
  expect(few.stderr).toContain('refund: nothing is suggested: 5 trials of main, 10 are needed');
  const result = await folder.cli(['case', 'suggest', 'first', 'second', '--output', 'suggested.yml']);
  expect(result).toMatchObject({ exitCode: 0, stdout: '' });
  expect(result.stderr).toContain('hello: nothing is suggested: what its trials have in common passes with an agent');
  expect(result.stderr).not.toContain('whole');
  const text = await folder.read('suggested.yml');
  await expect(text).toMatchFileSnapshot('golden/suggested-case.yml');
  const config = JSON.parse(await folder.read('agent-eval.yml'));
  await folder.write({ 'mine.yml': JSON.stringify({ ...config, cases: ['suggested.yml'] }) });
  const valid = await folder.cli(['validate', '--config', 'mine.yml', '--strict']);
  expect(valid).toExit(0);
  const holds = await folder.cli(['run', '--config', 'mine.yml']);
  expect(holds).toExit(0);
  const again = await folder.cli(['case', 'suggest', 'first', 'second', '--output', 'suggested.yml']);
  expect(again).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('suggested.yml is there already') });
});
