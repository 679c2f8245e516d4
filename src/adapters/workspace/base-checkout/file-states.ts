import { lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The files of a fresh checkout, from its folder, without git's own. */
export async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return paths.filter((path) => !path.startsWith('.git/'));
}

/**
 * Each file with what the system notes at every write: another text means that somebody wrote to it, even if it holds the same bytes
 * again. No program can set the time of a change back.
 */
export async function fileStates(folder: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const states = new Map<string, string>();
  for (const path of paths) {
    const found = await lstat(join(folder, path), { bigint: true }).catch(() => null);
    states.set(path, found === null ? '' : `${found.ino} ${found.ctimeNs} ${found.size} ${found.mode}`);
  }
  return states;
}
