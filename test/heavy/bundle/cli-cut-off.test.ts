import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { CLI_BUNDLE, COMPILE_CACHE } from '#test/support/bundle.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';

test.each([['fail', { step: { answer: { output: 'no' } } }, 1]])(
  'output that nobody reads ("| head -1") is no fault: the verdict %s is the exit code, and results are written',
  async (_, one, code) => {
    await using folder = await folderWith(
      scriptedSuite({ one }, { gate: { method: 'threshold', pass_rate: { min: 0.9 } } }),
    );
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder.path, ...COMPILE_CACHE };
    const child = spawn(process.execPath, [CLI_BUNDLE, 'run'], {
      cwd: folder.path,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [said, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(said).not.toContain('EPIPE');
    expect(exitCode, said).toBe(code);
    const results = await readFile(join(folder.path, 'agent-eval-results/results.json'), 'utf8');
    expect(JSON.parse(results)).toMatchObject({ cases: [{ id: 'one' }] });
  },
);

test('output that somebody wants and that has no room is an error of one line', async () => {
  await using folder = await folderWith(scriptedSuite({ one: {} }));
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder.path, ...COMPILE_CACHE };
  const command = `"${process.execPath}" "${CLI_BUNDLE}" run --json > /dev/full`;
  const child = spawn('sh', ['-c', command], { cwd: folder.path, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(said).toContain("agent-eval: standard output can't be written (ENOSPC)\n");
  expect(said).not.toMatch(/^ +at /m);
  expect(exitCode).toBe(4);
});
