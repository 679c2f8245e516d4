import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessStat, readStat } from './proc.ts';

/**
 * Ids of the processes whose parents have all ended, back to a point in time: the system has given them to its reaper. A
 * process started by a living one, such as a shell or another job, is no orphan.
 *
 * @param since clock ticks since boot
 */
export async function orphans(living: readonly ProcessStat[], since: number): Promise<ReadonlySet<number>> {
  const byId = new Map(living.map((stat) => [stat.pid, stat]));
  const reapers = new Set([1, await reaper()]);
  const isOrphan = (stat: ProcessStat): boolean => {
    const seen = new Set<number>();
    for (let ancestor = stat; !seen.has(ancestor.pid); ) {
      seen.add(ancestor.pid);
      if (ancestor.parent === process.pid) return false;
      if (reapers.has(ancestor.parent)) return true;
      // In a container: started from outside.
      if (ancestor.parent === 0) return false;
      const parent = byId.get(ancestor.parent);
      // A parent that ended since the list was made leaves an orphan.
      if (parent === undefined) return true;
      if (parent.start < since) return false;
      ancestor = parent;
    }
    return false;
  };
  return new Set(living.filter(isOrphan).map(({ pid }) => pid));
}

/**
 * The process that inherits orphans: the first one, or a subreaper between it and us. It stays the same, so one experiment
 * suffices.
 */
export function reaper(): Promise<number> {
  known ??= findReaper();
  return known;
}

let known: Promise<number> | null = null;

/** Makes an orphan, and waits until it is gone: no search may mistake it for one of a change. */
async function findReaper(): Promise<number> {
  const shell = spawn('/bin/sh', ['-c', 'exec 3<&0; cat <&3 >/dev/null & echo $!'], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
  });
  let printed = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  try {
    await once(shell, 'close');
    return readStat(Number(printed))?.parent ?? 1;
  } catch {
    return 1;
  } finally {
    shell.stdin.destroy();
    for (let waited = 0; waited < PATIENCE_MS && isLiving(Number(printed)); waited += PAUSE_MS) await delay(PAUSE_MS);
  }
}

function isLiving(pid: number): boolean {
  const state = readStat(pid)?.state;
  return state !== undefined && state !== 'Z' && state !== 'X';
}

const PATIENCE_MS = 2_000;
const PAUSE_MS = 2;
