import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from './child-environment.ts';
import { findTree, startTimeOf, type TreeMark } from './process-table.ts';
import type { Programs } from './programs.ts';

/** A program and everything it starts. */
export interface ProcessTree {
  readonly child: ChildProcess;
  /** `NAME=value` in the environment of every member. */
  readonly marker: string;
  /** Start of the program, see `startTimeOf`. */
  readonly since: number;
  /** Monotonic milliseconds at which the program itself ended, `null` while it runs. */
  endedAt: number | null;
}

/** Name of the variable that marks the members of a tree. */
export const MARKER_NAME = 'AGENT_EVAL_PROCESS';

/** How to start a program. */
export interface StartOptions {
  readonly cwd: string;
  readonly environment: Environment;
  readonly stdin: 'pipe' | 'ignore';
  readonly verbatim?: boolean;
  /** Finds the file of a program that is named by one word; absent: by PATH. */
  readonly resolve?: Programs['resolve'] | undefined;
}

/**
 * Starts a program in its own process group, with piped output and a unique marker in its environment. A program that can't be
 * started makes the child emit `error`.
 *
 * @throws if the arguments can't be passed at all (a NUL byte inside).
 */
export function startTree(command: readonly string[], options: StartOptions): ProcessTree {
  const [program = '', ...args] = options.resolve?.(command) ?? command;
  const id = randomUUID();
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...options.environment, [MARKER_NAME]: id },
    stdio: [options.stdin, 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: options.verbatim ?? false,
  });
  const since = child.pid === undefined ? 0 : startTimeOf(child.pid);
  const tree: ProcessTree = { child, marker: `${MARKER_NAME}=${id}`, since, endedAt: null };
  child.once('exit', () => {
    tree.endedAt = performance.now();
  });
  guardExit(tree);
  return tree;
}

/**
 * Ends every process of a tree: SIGTERM, then after `graceMs` (0: at once) SIGKILL, repeated until none is left. Gives up on
 * processes that the kernel does not end within 5 s.
 *
 * @returns whether any may have been running
 */
export async function killTree(tree: ProcessTree, graceMs: number): Promise<boolean> {
  const pid = tree.child.pid;
  if (pid === undefined) return false;
  if (process.platform === 'win32') {
    await new Promise<void>((resolve) => execFile('taskkill', ['/PID', String(pid), '/T', '/F'], () => resolve()));
    return true;
  }
  const numberIsOurs = tree.endedAt === null || performance.now() - tree.endedAt < NUMBER_REUSE_MS;
  const mark = {
    pid: numberIsOurs ? pid : null,
    marker: tree.marker,
    since: tree.since,
    known: new Map<number, number>(),
  };
  const ran = findTree(mark).length > 0;
  if (graceMs > 0) {
    for (const member of findTree(mark)) signal(member, 'SIGTERM');
    await untilGone(mark, graceMs, () => {});
  }
  await untilGone(mark, KILL_PATIENCE_MS, (member) => signal(member, 'SIGKILL'));
  // If the system lists no processes, only the group is known.
  if (tree.endedAt === null) signal(-pid, 'SIGKILL');
  return ran;
}

const KILL_PATIENCE_MS = 5_000;
/** After this long the system may have reused the number of an ended process, so only the marker counts. */
const NUMBER_REUSE_MS = 1_000;

async function untilGone(mark: TreeMark, patienceMs: number, act: (pid: number) => void): Promise<void> {
  const end = performance.now() + patienceMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, 20)) {
    const members = findTree(mark);
    if (members.length === 0 || performance.now() >= end) return;
    members.forEach(act);
    await delay(pause);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Already gone, or no longer ours to signal.
  }
}

const living = new Set<ProcessTree>();

/** Ends the process group if this process exits without having closed its agents. */
function guardExit(tree: ProcessTree): void {
  if (tree.child.pid === undefined) return;
  if (living.size === 0) process.on('exit', killLiving);
  living.add(tree);
  tree.child.once('exit', () => {
    living.delete(tree);
    if (living.size === 0) process.off('exit', killLiving);
  });
}

function killLiving(): void {
  for (const { child } of living) {
    if (child.pid !== undefined) signal(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  }
}
