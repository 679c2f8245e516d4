import { Buffer } from 'node:buffer';
import { appendFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

/**
 * Collects the lines of one round of events into one write; resolves when the system has the line. The write is synchronous: copying some
 * kilobytes to the system's cache takes less time than handing them to another thread. After a write that failed, every line fails.
 */
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
    appendFileSync(file.fd, Buffer.from(`${batch.join('\n')}\n`));
  };
  return (line) => {
    pending.push(line);
    if (next !== null) return next;
    next = tail.then(flush);
    tail = next;
    return next;
  };
}
