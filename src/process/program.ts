import type { ChildProcess } from 'node:child_process';
import type { Environment } from './child-environment.ts';
import { createDeferred, settledWithin } from './deferred.ts';
import { MAX_LINE_BYTES } from './flood.ts';
import { createLineSplitter } from './line-splitter.ts';
import { killTree, type ProcessTree, startTree } from './process-tree.ts';
import type { Programs } from './programs.ts';

/** What to start, where, and with which variables. */
export interface ProgramSpec {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly environment: Environment;
  /** Finds the file of a program that is named by one word; absent: by PATH. */
  readonly resolve?: Programs['resolve'] | undefined;
}

/** Callbacks for what a program does while it runs. */
export interface ProgramListener {
  /** A line of standard output. */
  line(text: string): void;
  /** More standard output; called before its lines. */
  stdout(chunk: Buffer): void;
  stderr(chunk: Buffer): void;
  /** A line passed the ceiling {@link MAX_LINE_BYTES}; standard output is no longer read. */
  overlong(): void;
}

/** How a program ended, or why it never ran. */
export type ProgramEnd =
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'not_started'; readonly code: string; readonly message: string };

/** A running program that exchanges lines. */
export interface Program {
  /** Writes to standard input; it is no error if the program no longer reads. */
  write(text: string): void;
  closeInput(): void;
  /** It has exited by itself or was ended; what it printed may not be read yet. */
  exited(): boolean;
  /** Settles when the program and everything it started have ended, and its output has been read to the end. */
  readonly ended: Promise<ProgramEnd>;
  /** Ends the whole tree: SIGTERM, and SIGKILL after `graceMs`. */
  stop(graceMs: number): Promise<ProgramEnd>;
}

/** Starts a program. Never throws: `ended` reports a failure to start. */
export function startProgram(spec: ProgramSpec, listener: ProgramListener): Program {
  let tree: ProcessTree;
  try {
    const { cwd, environment, resolve } = spec;
    tree = startTree(spec.command, { cwd, environment, resolve, stdin: 'pipe' });
  } catch (error) {
    return failedProgram(notStarted(error));
  }
  const { child } = tree;
  const splitter = createLineSplitter(MAX_LINE_BYTES, (line) => listener.line(line));
  child.stdout?.on('data', (chunk: Buffer) => {
    listener.stdout(chunk);
    if (splitter.push(chunk)) return;
    child.stdout?.removeAllListeners('data').resume();
    listener.overlong();
  });
  child.stderr?.on('data', (chunk: Buffer) => listener.stderr(chunk));
  // EPIPE and ECONNRESET: the program does not read. Its exit says why.
  for (const stream of child.stdio) stream?.on('error', () => {});

  const ended = endOf(tree).then((end) => {
    splitter.flush();
    return end;
  });
  return {
    write: (text) => {
      if (child.stdin?.writable === true) child.stdin.write(text);
    },
    closeInput: () => child.stdin?.end(),
    exited: () => tree.endedAt !== null,
    ended,
    async stop(graceMs) {
      await killTree(tree, graceMs);
      return ended;
    },
  };
}

/** Its end; `null` if it still runs after `ms` milliseconds. One that has exited by then is read to its end. */
export async function endWithin(program: Program, ms: number): Promise<ProgramEnd | null> {
  return (await settledWithin(program.ended, ms)) || program.exited() ? program.ended : null;
}

/** Its end, or that it was stopped because it still ran when the signal was aborted. */
export async function endOrStop(program: Program, signal: AbortSignal): Promise<ProgramEnd | 'stopped'> {
  const stopped = createDeferred<'stopped'>();
  signal.addEventListener('abort', () => stopped.resolve('stopped'), { once: true });
  if (signal.aborted) stopped.resolve('stopped');
  const end = await Promise.race([program.ended, stopped.promise]);
  if (end !== 'stopped' || program.exited()) return program.ended;
  await program.stop(STOP_GRACE_MS);
  return end;
}

const STOP_GRACE_MS = 500;

async function endOf(tree: ProcessTree): Promise<ProgramEnd> {
  const closed = createDeferred<void>();
  tree.child.once('close', () => closed.resolve());
  const end = await exitOf(tree.child);
  if (end.kind === 'not_started') return end;
  // Surviving processes keep the pipes open, so their end would never be seen.
  await killTree(tree, 0);
  if (!(await settledWithin(closed.promise, CLOSE_PATIENCE_MS))) {
    for (const stream of tree.child.stdio) stream?.destroy();
  }
  return end;
}

/** After the tree was killed, only a process hidden from us can still keep the pipes open. */
const CLOSE_PATIENCE_MS = 500;

function exitOf(child: ChildProcess): Promise<ProgramEnd> {
  const { promise, resolve } = createDeferred<ProgramEnd>();
  child.once('exit', (code, signal) => resolve({ kind: 'exited', code, signal }));
  // Not `once`: later errors (a failed kill) must not be thrown either.
  child.on('error', (error) => {
    if (child.pid === undefined) resolve(notStarted(error));
  });
  return promise;
}

function notStarted(error: unknown): ProgramEnd {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
  return { kind: 'not_started', code, message: error instanceof Error ? error.message : String(error) };
}

function failedProgram(end: ProgramEnd): Program {
  const ended = Promise.resolve(end);
  return { write: () => {}, closeInput: () => {}, exited: () => true, ended, stop: () => ended };
}
