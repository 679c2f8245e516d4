import { lstat, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { megabytes } from '#common/words.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { allFiles } from './all-files.ts';
import { hashOf, hashOfBytes } from './git-hash.ts';
import { isLfsPointer, LFS_POINTER, LONGEST_POINTER } from './lfs-pointer.ts';

/** More files are no fixture. */
const MOST_FILES = 20_000;

/**
 * The files of a folder with git's own hash of each, or why it can't be copied, a sentence.
 *
 * @param name its path as people know it
 * @param folder the same, absolute and without links
 * @param most bytes
 */
export async function readFolder(name: string, folder: string, most: number): ReturnType<SuiteFiles['folder']> {
  if (!(await stat(folder)).isDirectory()) return { problem: `"${name}" is a file; name a folder` };
  const paths = await allFiles(folder);
  if (paths.length > MOST_FILES)
    return {
      problem: `"${name}" has more than ${MOST_FILES} files; name a smaller folder, or let git ignore generated files`,
    };
  const files = new Map<string, string>();
  let bytes = 0;
  for (const path of paths) {
    const stats = await lstat(join(folder, path)).catch(() => null);
    // Git still lists a file that was deleted.
    if (stats === null) continue;
    if (stats.isSymbolicLink()) {
      const problem = await linkProblem(folder, path);
      if (problem !== null) return { problem: `"${name}/${path}" ${problem}` };
      files.set(path, hashOfBytes(await readlink(join(folder, path))));
    } else if (stats.isFile()) {
      bytes += stats.size;
      if (bytes > most) return { problem: tooLarge(name, most) };
      if (await isPointer(join(folder, path), stats.size)) return { problem: `"${name}/${path}" ${LFS_POINTER}` };
      files.set(path, await hashOf(join(folder, path), stats.size));
    } else return { problem: `"${name}/${path}" is neither a file nor a link; remove it from the folder` };
  }
  return files.size === 0 ? { problem: `"${name}" has no files; add some, or correct the path` } : { files };
}

async function isPointer(path: string, size: number): Promise<boolean> {
  return size >= SHORTEST_POINTER && size <= LONGEST_POINTER && isLfsPointer(await readFile(path));
}

/** Its first line, a SHA-256 and a size. */
const SHORTEST_POINTER = 120;

/** Why a link can't be copied, a sentence part; `null`: it leads to something in its folder. */
export async function linkProblem(folder: string, path: string): Promise<string | null> {
  const link = join(folder, path);
  const mend = 'make it a relative link to a file of the folder, or put the file there';
  if (isAbsolute(await readlink(link))) return `is a link with an absolute target; ${mend}`;
  const target = await realpath(link).catch((error: NodeJS.ErrnoException) => error);
  if (target instanceof Error)
    return target.code === 'ELOOP'
      ? `is a link that leads in a circle; ${mend}`
      : `is a link that leads nowhere; ${mend}`;
  const way = relative(await realpath(folder), target);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)
    ? `is a link that leads out of the folder; ${mend}`
    : null;
}

function tooLarge(path: string, most: number): string {
  return `"${path}" has more than ${megabytes(most)}; name a smaller folder, or allow more: \`workspace: {folder: …, max_megabytes: …}\``;
}
