import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorMessage } from '#common/error-message.ts';
import { megabytes } from '#common/words.ts';
import { isInside } from '#runner/workspace/files/is-inside.ts';
import { isLfsPointer, LFS_POINTER } from '#runner/workspace/files/lfs-pointer.ts';

/** The bytes of a file, or why they can't be read: a sentence part that follows its name. */
export type BoundedRead = { readonly bytes: Buffer } | { readonly problem: string; readonly missing: boolean };

/**
 * Reads a file that somebody else may have written: only a regular file, at most so long, and never one that a link finds outside
 * the link's own folder. Never throws, and never waits for a writer.
 *
 * @param most bytes
 */
export async function readBounded(path: string, most: number): Promise<BoundedRead> {
  try {
    if (await leadsOut(path)) return problem('is a link that leads out of its folder; name the file itself');
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = await file.stat();
      if (!facts.isFile()) return problem(facts.isDirectory() ? 'is a folder; name a file' : 'is not a regular file');
      if (facts.size > most) return problem(`has ${megabytes(facts.size)}; at most ${megabytes(most)} are read`);
      const bytes = await file.readFile();
      return isLfsPointer(bytes) ? problem(LFS_POINTER) : { bytes };
    } finally {
      await file.close();
    }
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { problem: missing ? 'does not exist' : `can't be read: ${errorMessage(error)}`, missing };
  }
}

async function leadsOut(path: string): Promise<boolean> {
  if (!(await lstat(path)).isSymbolicLink()) return false;
  return !isInside(await realpath(dirname(path)), await realpath(path));
}

function problem(text: string): BoundedRead {
  return { problem: text, missing: false };
}
