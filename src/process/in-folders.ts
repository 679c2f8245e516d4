import { readdirSync, readlinkSync } from 'node:fs';
import { readProcess } from './proc.ts';

/** A folder that a process may use. */
export interface Folder {
  /** Its name in messages: "the checkout". */
  readonly name: string;
  /** Absolute, links followed. */
  readonly path: string;
}

/**
 * How a process of this user uses the folders, as a relative clause; the first use found counts. `undefined`: it doesn't, or it
 * belongs to another user. `null`: it is this user's and can't be inspected.
 */
export function inFolders(pid: number, folders: readonly Folder[]): string | null | undefined {
  const place = `/proc/${pid}`;
  // The owner of the folder in /proc may not be the process's user: for a process that hides it, it is root.
  const user = /^Uid:\t(\d+)/m.exec(readProcess(pid, 'status'))?.[1];
  if (user === undefined || Number(user) !== process.getuid?.()) return undefined;
  try {
    const uses: readonly [() => readonly string[], string][] = [
      [() => [readlinkSync(`${place}/exe`), ...pathsIn(readProcess(pid, 'cmdline'))], 'whose program is in'],
      [() => [readlinkSync(`${place}/cwd`)], 'which works in'],
      [() => openFiles(`${place}/fd`), 'which has a file open in'],
    ];
    for (const [paths, relation] of uses) {
      const folder = folderOf(paths(), folders);
      if (folder !== undefined) return `${relation} ${folder.name}`;
    }
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return code === 'EACCES' || code === 'EPERM' ? null : undefined;
  }
}

/** Absolute paths among the words of a command, also after an option's name. */
function pathsIn(words: string): readonly string[] {
  return words.split(/[\0=:,\s'"]+/).filter((word) => word.startsWith('/'));
}

function openFiles(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      return '';
    }
  });
}

/** For a deleted file the system appends a note to its path. */
function folderOf(paths: readonly string[], folders: readonly Folder[]): Folder | undefined {
  return folders.find(({ path }) =>
    paths.some((item) => item === path || item === `${path} (deleted)` || item.startsWith(`${path}/`)),
  );
}
