import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readProcess } from './proc.ts';

const run = promisify(execFile);

/**
 * A mark that every later child of this process inherits, however it detaches itself, and that only root can take off: a hard limit on
 * file locks, which Linux has not enforced since 2.4. A process can lower its own limit but never raise it.
 */
export interface BirthMark {
  readonly limit: number;
}

/** Marks this process, so that its later children are known by it. `null`: this system can't, or has no `prlimit`. */
export async function markChildren(): Promise<BirthMark | null> {
  const before = processLimit(process.pid);
  if (before === null) return null;
  const limit = Math.min(before, HIGHEST) - 1 - Math.floor(Math.random() * SPREAD);
  if (limit <= 0) return null;
  try {
    await run('prlimit', ['--pid', String(process.pid), `--locks=${limit}:${limit}`], { timeout: 10_000 });
  } catch {
    return null;
  }
  return processLimit(process.pid) === limit ? { limit } : null;
}

/** The limit of a process; `null`: it is gone, or the system tells none. */
export function processLimit(pid: number): number | null {
  const hard = /^Max file locks\s+\S+\s+(\S+)/m.exec(readProcess(pid, 'limits'))?.[1];
  if (hard === undefined) return null;
  return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard);
}

const HIGHEST = 2 ** 52;
/** Two runs on one machine hardly ever choose the same limit. */
const SPREAD = 2 ** 40;
