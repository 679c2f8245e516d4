import { lstat } from 'node:fs/promises';

/** Whether something has this path. True for a link too, also one that leads nowhere: what is written through it would land where it points. */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
