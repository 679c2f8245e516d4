import { setTimeout as delay } from 'node:timers/promises';
import { cutEnd } from '#common/cut.ts';
import { isDeeper } from '#common/cut-depth.ts';
import { errorMessage } from '#common/error-message.ts';
import type { JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import { megabytes } from '#common/words.ts';
import { AgentUnavailableError } from '#ports/ports.ts';
import { createDeferred, type Deferred } from '#process/deferred.ts';
import { MAX_LINE_BYTES } from '#process/flood.ts';
import { startProgram } from '#process/program.ts';
import { createTailBuffer } from '#process/tail-buffer.ts';
import { type RpcMessage, readRpcMessages } from '#trials/mcp/json-rpc.ts';
import type { McpServer, StdioServer } from '#trials/mcp/mcp-server.ts';
import { type ListedTool, listedTools } from '#trials/mcp/tool-hashes.ts';
import { exceptionLine } from '#trials/trial/exception-line.ts';
import { httpLine } from './http-line.ts';
import { type Line, resultOf } from './line.ts';
import type { Outbound } from './outbound.ts';
import { type ServerPlace, serverSpec } from './stdio-server.ts';

/**
 * The tools of a server, asked for by a client of our own.
 *
 * @throws AgentUnavailableError if the server can't be reached or does not answer, its cause first.
 */
export async function listTools(
  server: McpServer,
  place: ServerPlace,
  outbound: Outbound,
  signal: AbortSignal,
): Promise<readonly ListedTool[]> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const line = server.kind === 'stdio' ? programLine(server, place) : httpLine(server, outbound, either);
  const late = delay(PATIENCE_MS, undefined, { signal: either }).then(
    () => Promise.reject(new Error(`did not answer within ${PATIENCE_MS / 1000} s`)),
    () => Promise.reject(new Error('was given up')),
  );
  late.catch(() => {});
  try {
    return await Promise.race([askForTools(server.name, line), late]);
  } catch (error) {
    signal.throwIfAborted();
    const { stderr, code } = line.last();
    const cause = exceptionLine(stderr);
    const how = `the MCP server ${server.name} ${cutEnd(errorMessage(error), 500)}`;
    const why = cause === null ? '' : `: ${cutEnd(cause, 300)}`;
    throw new AgentUnavailableError(`${how}${why}`, stderr, code, cause === null ? 'stderr' : 'message');
  } finally {
    await line.close();
    over.abort();
  }
}

/** Programs that a server brings along may have to be installed first. */
const PATIENCE_MS = 120_000;
/** A server that always names a next page has none. */
const MOST_PAGES = 100;
/** No model reads arguments that are nested deeper. */
const MOST_LEVELS = 64;
const PROTOCOL = '2025-06-18';

async function askForTools(server: string, line: Line): Promise<readonly ListedTool[]> {
  const client = { name: 'agent-eval', version: '1' };
  const { capabilities } = await line.request(1, 'initialize', {
    protocolVersion: PROTOCOL,
    capabilities: {},
    clientInfo: client,
  });
  await line.notify('notifications/initialized');
  if (!(typeof capabilities === 'object' && capabilities !== null && 'tools' in capabilities)) return [];
  const tools: ListedTool[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const result: JsonObject = await line.request(2 + page, 'tools/list', cursor === null ? {} : { cursor });
    const listed = listedTools(server, result);
    const deep = listed.find(({ entry }) => isDeeper(entry, MOST_LEVELS));
    if (deep !== undefined)
      throw new Error(
        `lists the tool ${cutEnd(deep.name, 100)} with more than ${MOST_LEVELS} levels; simplify its inputSchema`,
      );
    tools.push(...listed);
    const next = result['nextCursor'];
    if (typeof next !== 'string' || next === '') break;
    cursor = next;
  }
  return tools;
}

function programLine(server: StdioServer, place: ServerPlace): Line {
  const errors = createTailBuffer(KEPT_BYTES);
  const waiting = new Map<number, Deferred<RpcMessage | { readonly kind: 'gone'; readonly how: string }>>();
  const printed: string[] = [];
  let code: number | null = null;
  let gone: string | null = null;
  let isOverlong = false;
  const program = startProgram(serverSpec(server, place), {
    line(text) {
      const messages = readRpcMessages(text);
      if (messages === null) printed.push(cutEnd(text, 200));
      for (const message of messages ?? [])
        if (message.kind === 'result' || message.kind === 'error') waiting.get(Number(message.id))?.resolve(message);
    },
    stdout() {},
    stderr: (chunk) => errors.push(chunk),
    overlong() {
      isOverlong = true;
      void program.stop(0);
    },
  });
  void program.ended.then((end) => {
    code = end.kind === 'exited' ? end.code : null;
    gone = isOverlong
      ? `printed a line of more than ${megabytes(MAX_LINE_BYTES)}`
      : end.kind === 'not_started'
        ? `can't be started: ${JSON.stringify(server.command)} ${end.code === 'ENOENT' ? 'was not found (ENOENT)' : end.message}`
        : `${end.signal === null ? `exited with code ${end.code}` : `was ended by ${end.signal}`} before it answered${strays(printed)}`;
    for (const one of waiting.values()) one.resolve({ kind: 'gone', how: gone });
  });
  const send = (message: JsonObject): void => program.write(`${jsonText({ jsonrpc: '2.0', ...message })}\n`);
  return {
    async request(id, method, params) {
      const answer = createDeferred<RpcMessage | { readonly kind: 'gone'; readonly how: string }>();
      waiting.set(id, answer);
      if (gone !== null) throw new Error(gone);
      send({ id, method, params });
      const message = await answer.promise;
      if (message.kind === 'gone') throw new Error(message.how);
      return resultOf(message, method);
    },
    async notify(method) {
      send({ method });
    },
    last: () => ({ stderr: errors.text(), code }),
    async close() {
      program.closeInput();
      await program.stop(TERM_GRACE_MS);
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
