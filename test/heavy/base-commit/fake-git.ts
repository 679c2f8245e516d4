import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

/** A folder whose program `git` is this shell script, for the running test. */
export async function fakeGit(script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'git-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'script'), `#!/bin/sh\n${script}\n`);
  // Another process writes the program: one that we had open ourselves could not be started while another test starts something.
  await promisify(execFile)('install', ['-m', '755', join(folder, 'script'), join(folder, 'git')]);
  return folder;
}
