import { lstat } from 'node:fs/promises';

/** Whether something has this path. True for a link too, even a dangling one: writing through it would write to its target. */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
