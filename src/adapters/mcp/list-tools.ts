import { setTimeout as delay } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { Response } from 'undici';
import { createDeferred, type Deferred } from '#adapters/process/deferred.ts';
import { startProgram } from '#adapters/process/program.ts';
import { createTailBuffer } from '#adapters/process/tail-buffer.ts';
import { AgentUnavailableError } from '#application/ports.ts';
import { cutEnd } from '#domain/cut.ts';
import { errorMessage } from '#domain/error-message.ts';
import type { JsonObject } from '#domain/json.ts';
import { jsonText } from '#domain/json-text.ts';
import { type RpcMessage, readMessages } from '#domain/mcp/json-rpc.ts';
import type { HttpServer, McpServer, StdioServer } from '#domain/mcp/mcp-server.ts';
import { type ListedTool, listedTools } from '#domain/mcp/tool-hashes.ts';
import { exceptionLine } from '#domain/trial/exception-line.ts';
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
const PROTOCOL = '2025-06-18';

/** A way to talk with a server; errors are predicates whose subject is the server. */
interface Line {
  request(id: number, method: string, params: JsonObject): Promise<JsonObject>;
  notify(method: string): Promise<void>;
  /** What a program printed on standard error, and how it ended. */
  last(): { readonly stderr: string; readonly code: number | null };
  close(): Promise<void>;
}

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
    tools.push(...listedTools(server, result));
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
  const program = startProgram(serverSpec(server, place), {
    line(text) {
      const messages = readMessages(text);
      if (messages === null) printed.push(cutEnd(text, 200));
      for (const message of messages ?? [])
        if (message.kind === 'result' || message.kind === 'error') waiting.get(Number(message.id))?.resolve(message);
    },
    stdout() {},
    stderr: (chunk) => errors.push(chunk),
    overlong: () => void program.stop(0),
  });
  program.ended.then((end) => {
    code = end.kind === 'exited' ? end.code : null;
    gone =
      end.kind === 'not_started'
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

function httpLine(server: HttpServer, outbound: Outbound, signal: AbortSignal): Line {
  let session: string | null = null;
  let version: string | null = null;

  async function post(message: JsonObject): Promise<Response> {
    const asked = outbound.fetch(server.url, {
      method: 'POST',
      signal,
      headers: headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
      body: jsonText({ jsonrpc: '2.0', ...message }),
    });
    const response = await asked.catch((error: unknown) => {
      throw new Error(`can't be reached: ${reasonOf(error)}`);
    });
    if (response.ok) return response;
    const said = await response.text().catch(() => '');
    throw new Error(
      `answered ${response.status}${hint(response.status)}${said === '' ? '' : `: ${cutEnd(said, 200)}`}`,
    );
  }

  function headers(own: { readonly [name: string]: string }): { readonly [name: string]: string } {
    return {
      ...own,
      ...(session !== null && { 'mcp-session-id': session }),
      ...(version !== null && { 'mcp-protocol-version': version }),
      ...server.headers,
    };
  }

  return {
    async request(id, method, params) {
      const response = await post({ id, method, params });
      session ??= response.headers.get('mcp-session-id');
      const message = await answerTo(id, response);
      if (message === null) throw new Error(`did not answer ${method}`);
      const result = resultOf(message, method);
      const agreed = result['protocolVersion'];
      if (method === 'initialize' && typeof agreed === 'string') version = agreed;
      return result;
    },
    async notify(method) {
      await (await post({ method })).arrayBuffer();
    },
    last: () => ({ stderr: '', code: null }),
    async close() {
      if (session === null) return;
      const ending = outbound.fetch(server.url, {
        method: 'DELETE',
        headers: headers({}),
        body: null,
        signal: AbortSignal.timeout(CLOSE_MS),
      });
      await ending.then((response) => response.arrayBuffer()).catch(() => {});
    },
  };
}

const CLOSE_MS = 2_000;

async function answerTo(id: number, response: Response): Promise<RpcMessage | null> {
  const isAnswer = (message: RpcMessage) =>
    (message.kind === 'result' || message.kind === 'error') && message.id === id;
  if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream'))
    return (readMessages(await response.text()) ?? []).find(isAnswer) ?? null;
  let found: RpcMessage | null = null;
  const parser = createParser({
    onEvent({ data }) {
      found ??= (readMessages(data) ?? []).find(isAnswer) ?? null;
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (found !== null) break;
  }
  return found;
}

function resultOf(message: RpcMessage, method: string): JsonObject {
  if (message.kind === 'result') return message.result;
  throw new Error(`refuses ${method}: ${message.kind === 'error' ? message.message : 'it answered something else'}`);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return errorMessage(cause);
}

function hint(status: number): string {
  if (status === 401 || status === 403) return ' (is the secret in its `headers` right?)';
  if (status === 404 || status === 405)
    return ' (is the path of its `url` right? it is often /mcp; a server that speaks the transport sse of 2024 alone is not recorded)';
  return status >= 300 && status < 400 ? ', a redirect, which is not followed; write the address that it leads to' : '';
}
