import { copyFile, type FileHandle, lstat, open, rename, rm, writeFile } from 'node:fs/promises';
import { exists } from '#runner/workspace/files/exists.ts';
import { lineWriter } from './line-writer.ts';

/** A file of lines that replaces an earlier run's only when its own run is over. */
export interface GrowingFile {
  write(line: string): Promise<void>;
  /** From now on it is the file, and the earlier one is gone. */
  replace(): Promise<void>;
  /** The earlier one stays. */
  discard(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param append continues the lines of an interrupted run, or of a finished one
 * @param evenEmpty whether a file without a line is one
 */
export async function openGrowingFile(
  finished: string,
  { append, evenEmpty }: { readonly append: boolean; readonly evenEmpty: boolean },
): Promise<GrowingFile> {
  const growing = partOf(finished);
  if (append && !(await exists(growing)) && (await exists(finished))) await copyFile(finished, growing);
  const file = await open(growing, append ? 'a+' : 'w+');
  if (append) await endLastLine(file);
  return {
    write: lineWriter(file),
    async replace() {
      const { size } = await file.stat();
      if (!(await isStillAt(growing, file))) {
        // A program has put something in its place, or removed it: the lines are still in the file that is open.
        await rm(growing, { recursive: true, force: true });
        await writeFile(growing, file.createReadStream({ start: 0, autoClose: false }), { flag: 'wx' });
      }
      await file.close();
      if (size > 0 || evenEmpty) return rename(growing, finished);
      await rm(growing, { force: true });
      await rm(finished, { force: true });
    },
    async discard() {
      await file.close();
      await rm(growing, { force: true });
    },
    close: () => file.close(),
  };
}

/** Whether a path still is the file that was opened there: writing to a removed file loses data without an error. */
export async function isStillAt(path: string, file: FileHandle): Promise<boolean> {
  const [there, opened] = await Promise.all([lstat(path).catch(() => null), file.stat()]);
  return there !== null && there.ino === opened.ino && there.dev === opened.dev;
}

/** What follows a line that a kill tore would be lost with it. */
async function endLastLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  if (size === 0) return;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  if (buffer.toString() !== '\n') await file.appendFile('\n');
}

/** No file: the earlier run's goes as well when the run is over. */
export function noGrowingFile(finished: string): GrowingFile {
  return {
    write: async () => {},
    replace: () => rm(finished, { force: true }),
    discard: async () => {},
    close: async () => {},
  };
}

/** Where it grows. */
export function partOf(finished: string): string {
  return `${finished}.part`;
}
