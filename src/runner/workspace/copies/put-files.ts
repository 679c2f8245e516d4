import { constants, type Stats } from 'node:fs';
import { copyFile, cp, lstat, mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Copies a folder with everything in it but git's own, copy-on-write where the system can. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    verbatimSymlinks: true,
    filter: (path) => path === from || basename(path) !== '.git',
  });
}

/**
 * Puts a file or link into a copy in which an agent has worked, in place of whatever is there. Links that the agent made are replaced, never
 * followed.
 */
export async function putFile(from: string, copy: string, path: string): Promise<void> {
  const steps = dirname(path).split('/');
  for (const [index] of steps.entries()) {
    const folder = join(copy, ...steps.slice(0, index + 1));
    const stats = await at(folder);
    if (stats?.isDirectory() === true) continue;
    await rm(folder, { force: true });
    await mkdir(folder);
  }
  const target = join(copy, path);
  await rm(target, { recursive: true, force: true });
  if ((await lstat(from)).isSymbolicLink()) await symlink(await readlink(from), target);
  else await copyFile(from, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
}

function at(path: string): Promise<Stats | null> {
  return lstat(path).catch(() => null);
}
