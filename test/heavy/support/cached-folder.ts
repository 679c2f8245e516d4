import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { SHARED_TEMPORARY } from '#test/support/temporary-folder.ts';

/**
 * A folder under the system's temporary one that `fill` filled once for this `key` (all versions that matter). It is
 * filled beside its place and moved there when complete, so a run that was cut short leaves nothing half done and two
 * runs at once do not meet. What is filled must bear the move.
 */
export async function cachedFolder(
  name: string,
  key: readonly string[],
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const shelf = join(SHARED_TEMPORARY, `agent-eval-peers-${userInfo().username}`);
  await mkdir(shelf, { recursive: true });
  await chmod(shelf, 0o700);
  const everything = JSON.stringify([process.platform, process.arch, ...key]);
  const folder = join(shelf, `${name}-${createHash('sha256').update(everything).digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const scratch = await mkdtemp(`${folder}.part-`);
  try {
    await fill(scratch);
    await rename(scratch, folder).catch((error: NodeJS.ErrnoException) => {
      // Another run was faster; its folder holds the same.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return folder;
}
