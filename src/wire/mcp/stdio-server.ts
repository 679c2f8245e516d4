import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { causeLine } from '#common/cause-line.ts';
import { createDeferred, settledWithin } from '#process/deferred.ts';
import { killTree, type ProcessTree, startTree } from '#process/process-tree.ts';
import type { ProgramSpec } from '#process/program.ts';
import { ownProgram } from '#process/shipped-file.ts';
import { createTailBuffer } from '#process/tail-buffer.ts';
import { workspaceSpec } from '#process/workspace-spec.ts';
import type { StdioServer } from '#trials/mcp/mcp-server.ts';
import { frameOf } from './relay-frames.ts';
import type { Connection } from './session-log.ts';

/** Where the programs of servers run, and with which variables besides their own. */
export interface ServerPlace extends Omit<ProgramSpec, 'command'> {
  /** The trial's copy of its case's workspace; absent: it has none. */
  readonly workspace?: string | undefined;
}

/** The program of a server, its variables filled in. */
export function serverSpec(
  { command, args, env, cwd: own }: StdioServer,
  { workspace, ...place }: ServerPlace,
): ProgramSpec {
  const spec = { ...place, command: [command, ...args], environment: { ...place.environment, ...env } };
  const { cwd, ...placed } = workspaceSpec(spec, workspace);
  return { ...placed, cwd: own === null ? cwd : resolve(cwd, own) };
}

/** A server that was started for a relay. */
export interface ServedRelay {
  /** Ends the server with everything it started. */
  close(): Promise<void>;
}

/**
 * Starts the server of a relay, and passes bytes on in both directions, line by line: a line that a mock answers does not reach
 * the server. The end of the relay's input is the end of the server's; its exit is the relay's.
 */
export function serveRelay(server: StdioServer, place: ServerPlace, socket: Socket, tap: Connection): ServedRelay {
  const spec = serverSpec(server, place);
  const errors = createTailBuffer(KEPT_BYTES);
  let clientLeft = false;
  let closing: Promise<void> | null = null;
  let tree: ProcessTree | null = null;

  const send = (kind: 'stdout' | 'stderr' | 'exit', bytes: Buffer): void => {
    if (socket.writable) socket.write(frameOf(kind, bytes));
  };
  const gone = (how: string, code: number): void => {
    const cause = causeLine(errors.text());
    if (!clientLeft && closing === null)
      tap.reportLoss(`the MCP server ${server.name} ${how}${cause === null ? '' : `: ${cause}`}`);
    send('exit', Buffer.from(String(code)));
    socket.end();
  };
  const close = (): Promise<void> => {
    closing ??= tree === null ? Promise.resolve() : killTree(tree, TERM_GRACE_MS).then(() => {});
    socket.destroy();
    return closing;
  };

  try {
    tree = startTree(spec.command, { ...spec, stdin: 'pipe' });
  } catch (error) {
    gone(`can't be started (${error instanceof Error ? error.message : String(error)})`, NOT_STARTED);
    return { close };
  }
  const { child } = tree;
  // EPIPE and ECONNRESET: the server does not read. Its exit says why.
  for (const stream of child.stdio) stream?.on('error', () => {});
  child.on('error', (error) => {
    if (child.pid === undefined) gone(`can't be started (${error.message})`, NOT_STARTED);
  });
  const toServer = (bytes: Buffer): void => {
    if (child.stdin?.writable === true) child.stdin.write(bytes);
  };
  const fromClient = createRawLines((bytes, whole) => {
    const answer = whole ? tap.fromClient(bytes.toString('utf8')) : null;
    if (answer === null) return toServer(bytes);
    void answer.then((text) => send('stdout', Buffer.from(`${text}\n`)));
  });
  const fromServer = createRawLines((bytes, whole) => {
    if (whole) tap.fromServer(bytes.toString('utf8'));
    send('stdout', bytes);
  });
  child.stdout?.on('data', (chunk: Buffer) => fromServer.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => {
    errors.push(chunk);
    send('stderr', chunk);
  });
  const drained = createDeferred<void>();
  child.once('close', () => drained.resolve());
  child.once('exit', async (code, signal) => {
    // What it started may keep its streams open for ever.
    await settledWithin(drained.promise, DRAIN_MS);
    fromServer.flush();
    gone(signal === null ? `exited with code ${code}` : `was ended by ${signal}`, code ?? ENDED_BY_SIGNAL);
  });
  socket.on('data', (chunk: Buffer) => fromClient.push(chunk));
  socket.on('end', () => {
    clientLeft = true;
    fromClient.flush();
    child.stdin?.end();
  });
  socket.on('close', () => {
    clientLeft = true;
    void close();
  });
  return { close };
}

const KEPT_BYTES = 64 * 1024;
const TERM_GRACE_MS = 300;
const DRAIN_MS = 500;
/** As shells say it. */
const NOT_STARTED = 127;
const ENDED_BY_SIGNAL = 128;

/** How a client starts the relay to a server: the program that `src/mcp-relay.ts` is. */
export function relayCommand(
  port: number,
  token: string,
  server: string,
): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args: [ownProgram('mcp-relay'), String(port), token, server] };
}

/** Splits a byte stream into lines that keep their line feeds, so that joined they are the stream again. */
interface RawLines {
  push(chunk: Buffer): void;
  /** What follows the last line feed. */
  flush(): void;
}

/** Calls `onLine` for each line; a line over `maxBytes` comes in pieces, each `whole: false`. */
function createRawLines(onLine: (bytes: Buffer, whole: boolean) => void, maxBytes = MAX_LINE_BYTES): RawLines {
  let chunks: Buffer[] = [];
  let size = 0;
  let broken = false;

  function emit(whole: boolean): void {
    const bytes = Buffer.concat(chunks);
    chunks = [];
    size = 0;
    onLine(bytes, whole && !broken);
    broken = !whole;
  }

  return {
    push(chunk) {
      let start = 0;
      while (start < chunk.length) {
        const end = chunk.indexOf(LINE_FEED, start);
        const stop = end === -1 ? chunk.length : end + 1;
        chunks.push(chunk.subarray(start, stop));
        size += stop - start;
        if (end !== -1) emit(true);
        else if (size > maxBytes) emit(false);
        start = stop;
      }
    },
    flush() {
      if (size > 0) emit(false);
    },
  };
}

const LINE_FEED = 0x0a;
const MAX_LINE_BYTES = 64 * 1024 * 1024;
