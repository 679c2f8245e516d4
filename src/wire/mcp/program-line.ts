import type { Transport } from '@modelcontextprotocol/client';
import { cutEnd } from '#common/cut.ts';
import { cutDepth } from '#common/cut-depth.ts';
import { jsonText, parseJsonText } from '#common/json-text.ts';
import { megabytes } from '#common/words.ts';
import { createDeferred } from '#process/deferred.ts';
import { MAX_LINE_BYTES } from '#process/flood.ts';
import { type Program, startProgram } from '#process/program.ts';
import { createTailBuffer } from '#process/tail-buffer.ts';
import type { StdioServer } from '#trials/mcp/mcp-server.ts';
import type { Line, McpSdk } from './line.ts';
import { type ServerPlace, serverSpec } from './stdio-server.ts';

/** To a server that is a program, which is started. */
export function programLine({ parseJSONRPCMessage }: McpSdk, server: StdioServer, place: ServerPlace): Line {
  const errors = createTailBuffer(KEPT_BYTES);
  const failure = createDeferred<string>();
  const printed: string[] = [];
  let code: number | null = null;
  let isOverlong = false;
  let program: Program | null = null;
  const transport: Transport = {
    async start() {
      program ??= start();
    },
    async send(message) {
      program?.write(`${jsonText(message)}\n`);
    },
    async close() {},
  };

  function start(): Program {
    const own = startProgram(serverSpec(server, place), {
      line(text) {
        try {
          const value: unknown = cutDepth(parseJsonText(text));
          for (const message of [value].flat()) transport.onmessage?.(parseJSONRPCMessage(message));
        } catch {
          printed.push(cutEnd(text, 200));
        }
      },
      stdout() {},
      stderr: (chunk) => errors.push(chunk),
      overlong() {
        isOverlong = true;
        void own.stop(0);
      },
    });
    void own.ended.then((end) => {
      code = end.kind === 'exited' ? end.code : null;
      const how = isOverlong
        ? `printed a line of more than ${megabytes(MAX_LINE_BYTES)}`
        : end.kind === 'not_started'
          ? `can't be started: ${JSON.stringify(server.command)} ${end.code === 'ENOENT' ? 'was not found (ENOENT)' : end.message}`
          : `${end.signal === null ? `exited with code ${end.code}` : `was ended by ${end.signal}`} before it answered${strays(printed)}`;
      failure.resolve(how);
    });
    return own;
  }

  return {
    transport,
    failure: failure.promise,
    last: () => ({ stderr: errors.text(), code }),
    async close() {
      program?.closeInput();
      await program?.stop(TERM_GRACE_MS);
    },
  };
}

const KEPT_BYTES = 64 * 1024;
const TERM_GRACE_MS = 300;

/** A program that prints its log where its messages belong. */
function strays([first]: readonly string[]): string {
  return first === undefined
    ? ''
    : `; it printed ${JSON.stringify(first)} on standard output, where only messages may be`;
}
