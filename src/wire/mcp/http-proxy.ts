import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createParser } from 'eventsource-parser';
import { errorMessage } from '#common/error-message.ts';
import { jsonText } from '#common/json-text.ts';
import { isThisMachine } from '#config/allowed-host.ts';
import { errorAnswer, readRpcMessages } from '#trials/mcp/json-rpc.ts';
import type { HttpServer } from '#trials/mcp/mcp-server.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';
import type { Outbound, OutboundAnswer } from './outbound.ts';
import type { Connection } from './session-log.ts';

/**
 * Passes a request of a client on to its server, and the answer back as it comes: streams are not held. The server's headers
 * are added here. Never throws: a server that can't be reached is an answer with status 502.
 */
export async function passOn(
  outbound: Outbound,
  server: HttpServer,
  request: IncomingMessage,
  response: ServerResponse,
  tap: Connection,
): Promise<void> {
  const body = await readAll(request);
  if (body === null) return refuseRequest(response, 413, 'agent-eval: a message may have at most 64 MB', null);
  const answer = body.length === 0 ? null : tap.fromClient(body.toString('utf8'));
  if (answer !== null) {
    const text = await answer;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(text);
    return;
  }
  const left = new AbortController();
  response.once('close', () => left.abort());
  const headers = { ...forwardedHeaders(request), ...server.headers };
  const target = {
    method: request.method ?? 'GET',
    headers,
    body: body.length === 0 ? null : body,
    signal: left.signal,
  };
  try {
    relay(server, await outbound.request(server.url, target), response, tap);
  } catch (error) {
    if (response.destroyed) return;
    failConnection(server, tap, `can't be reached: ${errorMessage(error)}`, null);
    refuseRequest(response, 502, `agent-eval: the MCP server ${server.name} can't be reached`, body);
  }
}

function relay(
  server: HttpServer,
  { status, headers, body }: OutboundAnswer,
  response: ServerResponse,
  tap: Connection,
): void {
  body.once('error', (error) => {
    if (response.destroyed) return;
    failConnection(server, tap, `broke off its answer: ${error.message}`, null);
    response.destroy();
  });
  if (status >= 300 && status < 400) {
    // Elsewhere, what the headers hold is not allowed to go.
    failConnection(server, tap, `answered ${status}, a redirect; write the address that it leads to`, null);
    refuseRequest(response, 502, `agent-eval: the MCP server ${server.name} redirects, which is not followed`, null);
    return;
  }
  if (status === 401 || status === 403 || status === 429 || status >= 500)
    failConnection(server, tap, `answered ${status}`, status);
  response.writeHead(status, endToEnd(headers));
  response.flushHeaders();
  const watch = watchAnswer(headers, tap);
  body.on('data', (chunk: Buffer) => {
    watch.push(chunk);
    if (!response.write(chunk)) body.pause();
  });
  response.on('drain', () => body.resume());
  body.once('end', () => {
    watch.end();
    response.end();
  });
}

/** Reads the messages of an answer while it passes. */
function watchAnswer(
  headers: IncomingHttpHeaders,
  tap: Connection,
): { readonly push: (chunk: Buffer) => void; readonly end: () => void } {
  const type = headers['content-type'] ?? '';
  if (type.startsWith('text/event-stream')) {
    const decoder = new TextDecoder();
    const parser = createParser({ onEvent: ({ data }) => tap.fromServer(data) });
    return { push: (chunk) => parser.feed(decoder.decode(chunk, { stream: true })), end: () => {} };
  }
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    push(chunk) {
      size += chunk.length;
      if (size <= MAX_BYTES) chunks.push(chunk);
      else chunks = [];
    },
    end: () => tap.fromServer(Buffer.concat(chunks).toString('utf8')),
  };
}

/** What a server on this machine does is the repository's, or the workflow's; a fault elsewhere has no culprit here. */
function failConnection(server: HttpServer, tap: Connection, how: string, status: number | null): void {
  const message = `the MCP server ${server.name} ${how}`;
  const kind: CallFault['kind'] = status === null ? 'network' : status === 429 ? 'rate_limit' : 'provider';
  const isElsewhere = !isThisMachine(new URL(server.url).hostname);
  if (isElsewhere) tap.reportLoss(message, { kind, status, message });
  else tap.reportLoss(message);
}

const MAX_BYTES = 64 * 1024 * 1024;

async function readAll(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
  }
  return size > MAX_BYTES ? null : Buffer.concat(chunks);
}

/** The client's headers without those of its connection to us. An answer that is compressed could not be read on its way. */
function forwardedHeaders({ headers }: IncomingMessage): { [name: string]: string | readonly string[] } {
  const entries = Object.entries(headers).filter(([name]) => !NOT_FORWARDED.has(name));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function endToEnd(headers: IncomingHttpHeaders): { [name: string]: string | string[] } {
  const entries = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // A client would sign in at the server itself, past the recorder.
  'www-authenticate',
]);
const NOT_FORWARDED: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'host',
  'content-length',
  'accept-encoding',
  'authorization',
  'cookie',
  'proxy-authorization',
  'origin',
  'expect',
]);

/** Answers with an error of ours. */
export function refuseRequest(response: ServerResponse, status: number, message: string, body: Buffer | null): void {
  const messages = body === null ? [] : (readRpcMessages(body.toString('utf8')) ?? []);
  const [id = null] = messages.flatMap((item) => (item.kind === 'request' ? [item.id] : []));
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(jsonText(errorAnswer(id, message)));
}
