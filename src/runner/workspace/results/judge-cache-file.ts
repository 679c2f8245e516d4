import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type KnownVerdicts, readVerdictsLine, verdictsLine } from '#judge/known-verdicts.ts';
import { isPlainFile } from '#runner/workspace/files/exists.ts';
import type { JudgeCache } from '#wire/ports.ts';

/** A memory of verdicts in a file, and its end. */
export interface JudgeCacheFile extends JudgeCache {
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

/** Beyond this size the memory starts over. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Remembers verdicts from run to run. It only saves calls: a file that can't be read or written is as good as none.
 *
 * @param redact a verdict that quotes a secret is not written
 */
export async function openJudgeCache(path: string, redact: (text: string) => string): Promise<JudgeCacheFile> {
  const known = new Map<string, KnownVerdicts>();
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  const text = size > MOST_BYTES || !(await isPlainFile(path)) ? '' : await readFile(path, 'utf8').catch(() => '');
  for (const line of text.split('\n')) {
    const read = line === '' ? null : readVerdictsLine(line);
    if (read !== null) known.set(read.key, read.known);
  }
  let writing: Promise<void> = Promise.resolve();
  const write = async (line: string): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    if (size > MOST_BYTES && known.size === 1) await writeFile(path, '');
    await appendFile(path, `${line}\n`);
  };
  return {
    find: (key) => known.get(key) ?? null,
    keep(key, verdicts) {
      known.set(key, verdicts);
      const line = verdictsLine(key, verdicts);
      if (redact(line) === line) writing = writing.then(() => write(line)).catch(() => {});
    },
    close: () => writing,
  };
}
