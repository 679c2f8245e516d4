import { readdirSync, readlinkSync } from 'node:fs';
import { readProcess } from './proc.ts';

/** A folder that a process can have to do with. */
export interface Folder {
  /** As people know it: "the checkout". */
  readonly name: string;
  /** Absolute, links followed. */
  readonly path: string;
}

/**
 * What a process of this user has to do with the folders, as a relative clause; the first that is found counts. `undefined`: nothing, or it
 * is somebody else's. `null`: it is this user's and can't be looked into.
 */
export function inFolders(pid: number, folders: readonly Folder[]): string | null | undefined {
  const place = `/proc/${pid}`;
  // Who owns the folder in /proc is not whose process it is: of one that hides it is root.
  const user = /^Uid:\t(\d+)/m.exec(readProcess(pid, 'status'))?.[1];
  if (user === undefined || Number(user) !== process.getuid?.()) return undefined;
  try {
    const named: readonly [() => readonly string[], string][] = [
      [() => [readlinkSync(`${place}/exe`), ...pathsIn(readProcess(pid, 'cmdline'))], 'whose program is in'],
      [() => [readlinkSync(`${place}/cwd`)], 'which works in'],
      [() => openFiles(`${place}/fd`), 'which has a file open in'],
    ];
    for (const [paths, relation] of named) {
      const found = folderOf(paths(), folders);
      if (found !== undefined) return `${relation} ${found.name}`;
    }
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return code === 'EACCES' || code === 'EPERM' ? null : undefined;
  }
}

/** Absolute paths among the words of a command, also behind the name of an option. */
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

/** Of a file that is gone the system says so behind its path. */
function folderOf(paths: readonly string[], folders: readonly Folder[]): Folder | undefined {
  return folders.find(({ path }) =>
    paths.some((one) => one === path || one === `${path} (deleted)` || one.startsWith(`${path}/`)),
  );
}
