import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newFolder } from '#test/support/new-folder.ts';

/** A folder whose program `git` is this shell script, for the running test. */
export async function fakeGit(script: string): Promise<string> {
  const folder = newFolder('git');
  await writeFile(join(folder, 'script'), `#!/bin/sh\n${script}\n`);
  // Another process writes the program: one that we had open ourselves could not be started while another test starts something.
  await promisify(execFile)('install', ['-m', '755', join(folder, 'script'), join(folder, 'git')]);
  return folder;
}
