import { causeLine } from '#common/cause-line.ts';
import { cutEnd } from '#common/cut.ts';
import { AgentUnavailableError } from '#ports/ports.ts';
import { createDeferred, settledWithin, timeLimit } from '#process/deferred.ts';
import { killTree, type ProcessTree, startTree } from '#process/process-tree.ts';
import type { ProgramSpec } from '#process/program.ts';
import { createTailBuffer } from '#process/tail-buffer.ts';

/** Whether an agent is set up, for all of its openings. */
export interface SetupState {
  is_done: boolean;
}

/** Runs setup lines, and remembers the processes they leave running (a server started with `&` is meant to stay). */
export interface Setup {
  /**
   * Runs the lines one after the other, unless they have run and left nothing running that was ended since.
   *
   * @throws AgentUnavailableError naming the first line that fails, without its output, which `onOutput` got; the signal's
   * reason if it is aborted.
   */
  run(lines: readonly string[], signal: AbortSignal): Promise<void>;
  /** Ends the processes that the lines left running. */
  close(): Promise<void>;
}

/**
 * `onOutput` gets each line with its output (untrusted, limited in size), also for a failing line. `limitMs` limits each line; `key` is that of the config with `setup`; `state` is shared by all openings of one agent.
 */
export function createSetup(
  place: Omit<ProgramSpec, 'command'>,
  onOutput: (line: string, output: string) => void,
  limitMs = LINE_LIMIT_MS,
  key: 'agent' | 'suite' = 'agent',
  state: SetupState = { is_done: false },
): Setup {
  const trees: ProcessTree[] = [];

  async function runLine(line: string, where: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const patience = timeLimit(limitMs);
    const output = createTailBuffer(KEPT_BYTES);
    const { tree, end } = await startShell(
      line,
      (started) => {
        trees.push(started);
        started.child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
        started.child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
      },
      AbortSignal.any([signal, patience]),
    );
    onOutput(line, output.text());
    if (end.code === 0) return;
    await killTree(tree, TERM_GRACE_MS);
    signal.throwIfAborted();
    if (patience.aborted) {
      const why = `${where} took longer than ${limitMs / 60_000} minutes: ${line}; move long work to an earlier step`;
      throw new AgentUnavailableError(why, '', null);
    }
    const cause = causeLine(output.text());
    const words = cause === null ? '' : `; it printed: ${cutEnd(cause, 300)}`;
    throw new AgentUnavailableError(`${where} failed (${end.how}): ${line}${words}`, '', end.code);
  }

  async function startShell(line: string, listen: (tree: ProcessTree) => void, signal: AbortSignal): Promise<Shell> {
    for (const shell of shellsFor(line)) {
      const tree = startTree(shell, { ...place, stdin: 'ignore', verbatim: process.platform === 'win32' });
      listen(tree);
      const onAbort = () => killTree(tree, 0);
      signal.addEventListener('abort', onAbort, { once: true });
      const end = await endOf(tree);
      signal.removeEventListener('abort', onAbort);
      if (!end.missing) return { tree, end };
    }
    throw new AgentUnavailableError(`no shell to run setup lines: neither bash nor sh was found on PATH`, '', null);
  }

  return {
    async run(lines, signal) {
      if (state.is_done) return;
      for (const [index, line] of lines.entries()) {
        await runLine(line, `${key}.setup[${index}]`, signal);
      }
      state.is_done = true;
    },
    async close() {
      await Promise.all(
        trees.splice(0).map(async (tree) => {
          if (await killTree(tree, TERM_GRACE_MS)) state.is_done = false;
          // A process that we can't see still keeps the pipes open; without this, we would run as long as it does.
          for (const stream of tree.child.stdio) stream?.destroy();
        }),
      );
    },
  };
}

/** An installation takes minutes; a line that hangs must not take the job's six hours. */
const LINE_LIMIT_MS = 15 * 60_000;
const KEPT_BYTES = 64 * 1024;
const TERM_GRACE_MS = 300;
/** A background process keeps the pipes open: wait only so long for output after the line has ended. */
const CLOSE_PATIENCE_MS = 200;

interface ShellEnd {
  readonly code: number | null;
  readonly how: string;
  /** The shell does not exist. */
  readonly missing: boolean;
}

interface Shell {
  readonly tree: ProcessTree;
  readonly end: ShellEnd;
}

function shellsFor(line: string): readonly (readonly string[])[] {
  if (process.platform === 'win32') return [['cmd.exe', '/d', '/s', '/c', `"${line}"`]];
  return [
    ['bash', '-eo', 'pipefail', '-c', line],
    ['sh', '-e', '-c', line],
  ];
}

async function endOf(tree: ProcessTree): Promise<ShellEnd> {
  const ended = createDeferred<ShellEnd>();
  const closed = createDeferred<void>();
  tree.child.on('error', (error) => {
    const missing = 'code' in error && error.code === 'ENOENT';
    closed.resolve();
    ended.resolve({ code: null, how: error.message, missing });
  });
  tree.child.once('exit', (code, signal) => {
    ended.resolve({ code, how: signal === null ? `exit code ${code}` : `ended by ${signal}`, missing: false });
  });
  tree.child.once('close', () => closed.resolve());
  const end = await ended.promise;
  await settledWithin(closed.promise, CLOSE_PATIENCE_MS);
  return end;
}
