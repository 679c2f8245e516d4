import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '#common/error-message.ts';

/** The beginning of a file and its whole length, or why there is none: a sentence part that follows its name. */
export type ForeignFile =
  | { readonly bytes: Buffer; readonly size: number }
  | { readonly problem: string; readonly missing: boolean };

/**
 * Reads what a program that we started may have put at a path: only a regular file, never through a link, never waiting for
 * another program, and at most so many bytes. Never throws.
 *
 * @param from where to begin; the size counts from there too
 */
export function readForeign(path: string, most: number, from = 0): ForeignFile {
  let file: number | null = null;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(file);
    if (!facts.isFile()) return { problem: 'it is not a plain file', missing: false };
    const size = Math.max(0, facts.size - from);
    const bytes = Buffer.alloc(Math.min(size, most));
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, from + length);
    return { bytes: bytes.subarray(0, length), size };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ELOOP' || code === 'EMLINK') return { problem: 'it is a link', missing: false };
    return { problem: errorMessage(error), missing: code === 'ENOENT' || code === 'ENOTDIR' };
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** Opens a new file to write, in place of what a program may have put there: a link would lead elsewhere, a pipe would wait. */
export async function openFresh(path: string): Promise<FileHandle> {
  await rm(path, { recursive: true, force: true });
  return open(path, 'wx');
}

/** A new folder in the folder for temporary files, which a program may have removed. */
export async function temporaryFolder(temporary: string, prefix: string): Promise<string> {
  await mkdir(temporary, { recursive: true });
  return mkdtemp(join(temporary, prefix));
}

/**
 * Makes the folder at a path that other users and earlier programs know; one that is there already is used only if it is this user's, and
 * nobody else's. Throws otherwise, with what to do.
 */
export async function privateFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const facts = lstatSync(path);
  const user = process.getuid?.();
  let problem: string | null = null;
  if (!facts.isDirectory()) problem = facts.isSymbolicLink() ? 'is a link' : 'is no folder';
  else if (user !== undefined && facts.uid !== user) problem = 'belongs to another user';
  else if (user !== undefined && (facts.mode & 0o077) !== 0) problem = 'is open to other users';
  if (problem !== null)
    throw new Error(
      `${path} ${problem}, so others may choose what is in it; remove it, or set TMPDIR to a folder of this user alone`,
    );
}

/** Removes a folder of programs that have ended. What they made unremovable stays: it costs a run nothing. */
export async function removeForeign(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

/** The first part of a path, from a folder on, that is a link; `null`: none is. */
export function linkOnTheWay(folder: string, path: string): string | null {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  for (const [index] of steps.entries()) {
    const part = steps.slice(0, index + 1).join('/');
    if (lstatSync(join(folder, part), { throwIfNoEntry: false })?.isSymbolicLink() === true) return part;
  }
  return null;
}
