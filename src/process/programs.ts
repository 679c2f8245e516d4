import { accessSync, constants, statSync } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { startupFiles } from './startup-files.ts';

/** The programs on PATH when it was read: code that runs later can add others there. */
export interface Programs {
  /** The command with the file that its first word named at that time. A path, or a word that named nothing, stays as it is. */
  resolve(command: readonly string[]): readonly string[];
  /**
   * Names that now lead to another file, as sentence parts. Without names: all programs, and the files that interpreters read
   * when they start.
   */
  changed(names?: readonly string[]): Promise<readonly string[]>;
}

/** The system's; replaced in tests. */
export interface ProgramsOptions {
  readonly platform?: NodeJS.Platform;
  readonly now?: number;
}

/** Leaves every command as it is: on Windows, and if nothing is compared. */
export const ANY_PROGRAMS: Programs = { resolve: (command) => command, changed: async () => [] };

/**
 * Reads the folders of PATH. Relative ones mean another folder for each program that is started, so they are left out.
 *
 * @param now milliseconds since 1970: later changes count as changes
 */
export async function readPrograms(
  path: string | undefined,
  { platform = process.platform, now: since = Date.now() - CLOCK_SLACK_MS }: ProgramsOptions = {},
): Promise<Programs> {
  if (platform === 'win32') return ANY_PROGRAMS;
  const folders = [...new Set((path ?? '').split(':'))].filter((folder) => isAbsolute(folder));
  const [known, read] = await Promise.all([filesByName(folders), startupFiles(folders)]);

  return {
    resolve(command) {
      const [name = '', ...args] = command;
      const file = known.get(name)?.find(isProgram);
      return file === undefined ? command : [file, ...args];
    },
    async changed(names) {
      const now = await filesByName(folders);
      const subset = names ?? [...known.keys()];
      const answers = await Promise.all(
        subset.map(async (name) => {
          const files = known.get(name);
          if (files === undefined) return [];
          const added = now.get(name)?.find((file) => !files.includes(file));
          const other = added ?? (await firstNewer(files, since));
          return other === null ? [] : [`"${name}" (${other}) was put on PATH or changed`];
        }),
      );
      const startup = names === undefined ? [...new Set([...read, ...(await startupFiles(folders))])] : [];
      const altered = (await newer(startup, since)).map(
        (file) => `${file}, which programs read when they start, was changed`,
      );
      return [...answers.flat(), ...altered];
    },
  };
}

/** The clock of file times may be a tick behind ours. */
const CLOCK_SLACK_MS = 20;

async function filesByName(folders: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const listed = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  const files = new Map<string, string[]>();
  for (const [index, folder] of folders.entries()) {
    for (const name of listed[index] ?? []) {
      const known = files.get(name);
      if (known === undefined) files.set(name, [join(folder, name)]);
      else known.push(join(folder, name));
    }
  }
  return files;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

async function firstNewer(files: readonly string[], since: number): Promise<string | null> {
  return (await newer(files, since))[0] ?? null;
}

/** The files that were written, moved or removed since then, including links and their targets. */
async function newer(files: readonly string[], since: number): Promise<readonly string[]> {
  const times = await Promise.all(
    files.map(async (file) => {
      const link = await lstat(file).catch(() => null);
      const target = link?.isSymbolicLink() === true ? await stat(file).catch(() => link) : link;
      // A missing file has changed, too.
      return Math.max(link?.ctimeMs ?? Number.POSITIVE_INFINITY, target?.ctimeMs ?? 0);
    }),
  );
  return files.filter((_, index) => (times[index] ?? 0) >= since);
}
