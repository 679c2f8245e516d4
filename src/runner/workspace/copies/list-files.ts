import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { MADE } from '#cases/suite/folder-hash.ts';
import { hashOf, hashOfBytes } from '#runner/workspace/files/git-hash.ts';

/** A file as it is in a copy. */
export interface FileState {
  readonly kind: 'file' | 'link' | 'other';
  /** Git's own hash; of a link: of its target's path. */
  readonly hash: string;
  readonly bytes: number;
  readonly executable: boolean;
}

/** What is in a copy. */
export interface FileList {
  /** By path, with `/`; without what is in `made`. */
  readonly files: ReadonlyMap<string, FileState>;
  /** Folders of installed packages, compiled files and git. */
  readonly made: readonly string[];
  /** There are more files than are listed. */
  readonly more: boolean;
}

const MOST_FILES = 50_000;
/** A larger file is identified by its size and time. */
const MOST_HASHED = 64 * 1024 * 1024;

/** Lists a folder whose content is untrusted: links are never followed, and its size is bounded. */
export async function listFiles(folder: string): Promise<FileList> {
  const files = new Map<string, FileState>();
  const made: string[] = [];
  let more = false;
  const enter = async (below: string): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (MADE.includes(entry.name)) made.push(path);
      else if (entry.isDirectory()) await enter(path);
      else if (files.size >= MOST_FILES) more = true;
      else files.set(path, await stateOf(join(folder, path)));
      if (more) return;
    }
  };
  await enter('');
  return { files, made, more };
}

async function stateOf(path: string): Promise<FileState> {
  const stats = await lstat(path).catch(() => null);
  const other = { kind: 'other', hash: '', bytes: 0, executable: false } as const;
  if (stats === null) return other;
  if (stats.isSymbolicLink()) return { ...other, kind: 'link', hash: hashOfBytes(await readlink(path)) };
  if (!stats.isFile()) return other;
  const { size } = stats;
  // One that can't be read has changed if it could be before.
  const hash = size > MOST_HASHED ? `${size} ${stats.mtimeMs}` : await hashOf(path, size).catch(() => 'unreadable');
  return { kind: 'file', hash, bytes: size, executable: (stats.mode & 0o111) !== 0 };
}
