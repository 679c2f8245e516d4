import { execFileSync } from 'node:child_process';
import { appendFile, lstat, mkdir, open, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRunnerFiles, type RunnerFiles } from '#github/log/runner-files.ts';
import { captureStep } from '../captured-step.ts';

/** What others do to a file of the runner that holds "before" from the start and "ours" from us. */
const TAMPERINGS: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  'adds a line': (path) => appendFile(path, 'BASH_ENV=/tmp/evil\n'),
  'writes it anew with the same length': async (path) => writeFile(path, 'x'.repeat((await lstat(path)).size)),
  'cuts off what is ours': (path) => truncate(path, 3),
  'removes it': (path) => rm(path),
  'puts a link in its place': async (path) => {
    await rm(path);
    await symlink(join(path, '..', 'elsewhere'), path);
  },
  'puts a folder in its place': async (path) => {
    await rm(path);
    await mkdir(path);
  },
  'puts a pipe in its place, which nobody ever writes to': async (path) => {
    await rm(path);
    execFileSync('mkfifo', [path]);
  },
};

async function inFile(work: (path: string, runner: RunnerFiles) => Promise<void>): Promise<void> {
  await captureStep(async ({ env }) => {
    await writeFile(env, 'before\n');
    const runner = await openRunnerFiles({ GITHUB_ENV: env });
    await runner.append('GITHUB_ENV', 'ours\n');
    await work(env, runner);
  });
}

describe("the runner's own files", () => {
  it.each(Object.keys(TAMPERINGS))('are as we left them after a program %s, and it is named', async (how) => {
    await inFile(async (path, runner) => {
      await TAMPERINGS[how]?.(path);
      expect(await runner.restore()).toEqual([{ name: 'GITHUB_ENV', removed: true }]);
      expect(await readFile(path, 'utf8')).toBe('before\nours\n');
      expect(await runner.restore(), 'once').toEqual([]);
    });
  });

  it('are out of reach of a program that has kept one open', async () => {
    await inFile(async (path, runner) => {
      const held = await open(path, 'a');
      await held.write('BASH_ENV=/tmp/evil\n');
      await runner.restore();
      await held.write('BASH_ENV=/tmp/evil\n');
      await held.close();
      expect(await readFile(path, 'utf8')).toBe('before\nours\n');
    });
  });

  it('are left alone when only this action wrote to them, or when the runner names none', async () => {
    await inFile(async (path, runner) => {
      const before = (await lstat(path)).ino;
      expect(await runner.restore()).toEqual([]);
      expect((await lstat(path)).ino).toBe(before);
    });
    expect(await (await openRunnerFiles({ GITHUB_ENV: '/dev/null' })).restore()).toEqual([]);
    expect(await (await openRunnerFiles({})).restore()).toEqual([]);
  });
});
