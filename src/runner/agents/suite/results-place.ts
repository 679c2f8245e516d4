import { mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorMessage } from '#common/error-message.ts';
import { linkOnTheWay } from '#process/foreign-files.ts';

/** Where a runner writes in the repository: a file, or a folder of files. Only what this run's rounds wrote there is removed. */
export interface ResultsPlace {
  readonly path: string;
  /** Empties it before a round. `null`: done; else why it can't be, a sentence part. */
  clear(): Promise<string | null>;
  /** Puts back what was there before the first round; without that, what the last round wrote stays. */
  close(): Promise<void>;
}

/** @param file from the folder `cwd`, which is absolute */
export function createResultsPlace(cwd: string, file: string): ResultsPlace {
  const path = join(cwd, file);
  let isCleared = false;
  let aside: string | null = null;

  async function clear(): Promise<void> {
    const files = await plainFiles(path);
    if (isCleared) return removeAll(files);
    isCleared = true;
    if (files.length === 0) return;
    aside = await mkdtemp(join(dirname(path), '.agent-eval-before-'));
    for (const each of files) await rename(each, join(aside, basename(each)));
  }

  return {
    path,
    async clear() {
      const link = linkOnTheWay(cwd, file);
      if (link !== null)
        return `${JSON.stringify(link)} became a link, so what it leads to is not this run's to replace`;
      return clear().then(() => null, errorMessage);
    },
    async close() {
      if (aside === null || linkOnTheWay(cwd, file) !== null) return;
      const isFolder = (await readdir(path).catch(() => null)) !== null;
      await removeAll(await plainFiles(path));
      for (const name of await readdir(aside)) await rename(join(aside, name), isFolder ? join(path, name) : path);
      await rmdir(aside);
      aside = null;
    },
  };
}

/** The file itself, or the plain files of the folder: what is below in others is no result. */
async function plainFiles(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => error.code);
  if (typeof entries === 'object') return entries.filter((entry) => entry.isFile()).map(({ name }) => join(path, name));
  return entries === 'ENOTDIR' ? [path] : [];
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}
