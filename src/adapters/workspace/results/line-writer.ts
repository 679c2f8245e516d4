import type { FileHandle } from 'node:fs/promises';

/** Collects the lines that arrive during a write into the next write; resolves when the system has the line. */
export function lineWriter(file: FileHandle): (line: string) => Promise<void> {
  let pending: string[] = [];
  let tail: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    const batch = pending;
    pending = [];
    // Continues if the system wrote only a part, which is how a full disk begins.
    await file.appendFile(`${batch.join('\n')}\n`);
  };
  return (line) => {
    pending.push(line);
    tail = tail.then(flush);
    return tail;
  };
}
