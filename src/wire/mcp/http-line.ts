import { createParser } from 'eventsource-parser';
import type { Response } from 'undici';
import { cutEnd } from '#common/cut.ts';
import { errorMessage } from '#common/error-message.ts';
import type { JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import { megabytes } from '#common/words.ts';
import { type RpcMessage, readRpcMessages } from '#trials/mcp/json-rpc.ts';
import type { HttpServer } from '#trials/mcp/mcp-server.ts';
import { type Line, resultOf } from './line.ts';
import type { Outbound } from './outbound.ts';

/** Longest answer that is read. */
const MOST_BYTES = 16 * 1024 * 1024;

/** To a server on streamable HTTP. */
export function httpLine(server: HttpServer, outbound: Outbound, signal: AbortSignal): Line {
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
    const said = await textOf(response).catch(() => '');
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
      await (await post({ method })).body?.cancel();
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
      await ending.then((response) => response.body?.cancel()).catch(() => {});
    },
  };
}

const CLOSE_MS = 2_000;

async function answerTo(id: number, response: Response): Promise<RpcMessage | null> {
  const isAnswer = (message: RpcMessage) =>
    (message.kind === 'result' || message.kind === 'error') && message.id === id;
  if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream'))
    return (readRpcMessages(await textOf(response)) ?? []).find(isAnswer) ?? null;
  let found: RpcMessage | null = null;
  const parser = createParser({
    onEvent({ data }) {
      found ??= (readRpcMessages(data) ?? []).find(isAnswer) ?? null;
    },
  });
  for await (const piece of piecesOf(response)) {
    parser.feed(piece);
    if (found !== null) break;
  }
  return found;
}

async function textOf(response: Response): Promise<string> {
  let text = '';
  for await (const piece of piecesOf(response)) text += piece;
  return text;
}

/** @throws Error if there are more than are read */
async function* piecesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(`answers with more than ${megabytes(MOST_BYTES)}`);
    yield decoder.decode(chunk, { stream: true });
  }
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
