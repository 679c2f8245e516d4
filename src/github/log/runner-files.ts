import { appendFile, lstat, readFile, rm, writeFile } from 'node:fs/promises';
import { readForeign } from '#process/foreign-files.ts';
import type { RunnerVariables } from '../event/run-context.ts';

/** Variables that name the files through which a step tells the runner something. */
const NAMES = ['GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STATE', 'GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'] as const;

/** The variable that names one of these files. */
export type RunnerFileName = (typeof NAMES)[number];

/** A file of the runner that holds what this action has not written. */
export interface ForeignWriting {
  readonly name: RunnerFileName;
  /** Whether it holds only this action's own text again. */
  readonly removed: boolean;
}

/**
 * The files through which this step tells the runner something: outputs, the summary, variables and folders of PATH for later
 * steps. The runner obeys whatever they say, and every program of the same user can find and write them.
 */
export interface RunnerFiles {
  /** Bytes that a file holds by right; `null`: the runner names no such file. */
  size(name: RunnerFileName): number | null;
  /** Adds a text of this action. Throws like the file system. */
  append(name: RunnerFileName, text: string): Promise<void>;
  /** Removes what others have written since the start. Never throws; names every file in which it found something. */
  restore(): Promise<readonly ForeignWriting[]>;
}

/** Notes what the files hold now, before any program of the change runs. */
export async function openRunnerFiles(environment: RunnerVariables): Promise<RunnerFiles> {
  const files = new Map<RunnerFileName, KnownFile>();
  for (const name of NAMES) {
    const path = environment[name] ?? '';
    if (path !== '') files.set(name, await knownFile(path));
  }
  return {
    size: (name) => files.get(name)?.content.length ?? null,
    async append(name, text) {
      const file = files.get(name);
      if (file === undefined) throw new Error(`${name} is not set`);
      await appendFile(file.path, text);
      file.content = Buffer.concat([file.content, Buffer.from(text)]);
    },
    async restore() {
      const writings: ForeignWriting[] = [];
      for (const [name, file] of files) {
        if (file.isPlain && !(await isOurs(file))) writings.push({ name, removed: await writeAgain(file) });
      }
      return writings;
    },
  };
}

interface KnownFile {
  readonly path: string;
  /** What it holds by right. */
  content: Buffer;
  /** False: it was no plain file at the start, so nothing is known of it. */
  readonly isPlain: boolean;
}

async function knownFile(path: string): Promise<KnownFile> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return { path, content: Buffer.alloc(0), isPlain: true };
  if (!stats.isFile()) return { path, content: Buffer.alloc(0), isPlain: false };
  return { path, content: await readFile(path), isPlain: true };
}

/** Only a plain file of the right length is opened: a pipe would never end. */
async function isOurs({ path, content }: KnownFile): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return content.length === 0;
  if (!stats.isFile() || stats.size !== content.length) return false;
  const read = readForeign(path, content.length);
  return 'bytes' in read && content.equals(read.bytes);
}

/** As a new file: a program that holds the old one open can't reach it. */
async function writeAgain({ path, content }: KnownFile): Promise<boolean> {
  try {
    await rm(path, { recursive: true, force: true });
    await writeFile(path, content, { flag: 'wx', mode: 0o644 });
    return true;
  } catch {
    return false;
  }
}
