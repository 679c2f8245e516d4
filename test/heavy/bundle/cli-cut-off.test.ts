import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { CLI_BUNDLE, COMPILE_CACHE } from '#test/support/bundle.ts';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';

test('output that nobody reads ("| head -1") is no fault: the verdict is the exit code, and results are written', async () => {
  const failing = { one: { step: { answer: { output: 'no' } } } };
  const gate = { method: 'threshold', pass_rate: { min: 0.9 } };
  await using folder = await folderWith(scriptedSuite(failing, { gate }));
  const { stderr, exitCode } = await endOf(folder, [process.execPath, CLI_BUNDLE, 'run']);
  expect(stderr).not.toContain('EPIPE');
  expect(exitCode, stderr).toBe(1);
  expect(await folder.results()).toMatchObject({ cases: [{ id: 'one' }] });
});

test('output that somebody wants and that has no room is an error of one line', async () => {
  await using folder = await folderWith(scriptedSuite({ one: {} }));
  const command = `"${process.execPath}" "${CLI_BUNDLE}" run --json > /dev/full`;
  const { stderr, exitCode } = await endOf(folder, ['sh', '-c', command]);
  expect(stderr).toContain("agent-eval: standard output can't be written (ENOSPC)\n");
  expect(stderr).not.toMatch(/^ +at /m);
  expect(exitCode).toBe(4);
});

/** Of a program whose output is closed before it says a word: what it says on standard error, and its exit code. */
async function endOf({ path }: Folder, [program, ...args]: readonly [string, ...string[]]) {
  const env = { PATH: process.env['PATH'] ?? '', HOME: path, ...COMPILE_CACHE };
  const child = spawn(program, args, { cwd: path, env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { stderr, exitCode };
}
