import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

/** Collects the lines of one round of events, and those that arrive during a write, into the next write; resolves when the system has the line. */
export function lineWriter(file: FileHandle): (line: string) => Promise<void> {
  let pending: string[] = [];
  let next: Promise<void> | null = null;
  let tail: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await setImmediate();
    next = null;
    const batch = pending;
    pending = [];
    // Continues if the system wrote only a part, which is how a full disk begins.
    await file.appendFile(`${batch.join('\n')}\n`);
  };
  return (line) => {
    pending.push(line);
    if (next !== null) return next;
    next = tail.then(flush);
    tail = next;
    return next;
  };
}
