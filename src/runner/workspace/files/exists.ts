import { lstat, stat } from 'node:fs/promises';

/** Whether something has this path. True for a link too, even a dangling one: writing through it would write to its target. */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Whether this is a regular file, or a link to one: to open a pipe is to wait for its other end. */
export async function isPlainFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}
