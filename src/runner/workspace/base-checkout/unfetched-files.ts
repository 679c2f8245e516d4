import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitEnd } from '../git/run-git.ts';

/**
 * Why the files of a commit differ from the candidate's checkout, a sentence part: submodules and the contents of Git LFS are
 * not fetched. If the candidate lacks them too, both sides are equal and nothing is wrong.
 *
 * @param folder the commit's files
 * @param root the candidate's
 */
export async function unfetchedFiles(
  folder: string,
  root: string,
  git: (args: readonly string[]) => Promise<GitEnd>,
): Promise<string | null> {
  const submodules = (await lines(git, ['config', '--file', '.gitmodules', '--get-regexp', SUBMODULE_PATHS])).map(
    (line) => line.slice(line.indexOf(' ') + 1),
  );
  for (const path of submodules) {
    if (!(await isEmptyFolder(join(root, path)))) return `its submodule ${JSON.stringify(path)} is not fetched`;
  }
  for (const path of await lines(git, ['ls-files', '--', ':(top,attr:filter=lfs)'])) {
    if ((await isPointer(join(folder, path))) === true && (await isPointer(join(root, path))) === false) {
      return `its file ${JSON.stringify(path)} is kept in Git LFS, which is not fetched`;
    }
  }
  return null;
}

const SUBMODULE_PATHS = '^submodule[.].*[.]path$';

/** Empty if git fails: without `.gitmodules` there are no submodules. */
async function lines(git: (args: readonly string[]) => Promise<GitEnd>, args: readonly string[]): Promise<string[]> {
  const end = await git(args);
  return end.kind === 'done' ? end.stdout.split('\n').filter((line) => line !== '') : [];
}

async function isEmptyFolder(path: string): Promise<boolean> {
  return readdir(path).then(
    (names) => names.length === 0,
    () => true,
  );
}

/** `null` if there is no such file: only regular files are opened, because reading a pipe would never end. */
async function isPointer(path: string): Promise<boolean | null> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null || !stats.isFile()) return null;
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(POINTER_START.length), 0, POINTER_START.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === POINTER_START;
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

const POINTER_START = 'version https://git-lfs';
