import type { Readable } from 'node:stream';
import { cutEnd } from '#common/cut.ts';
import { errorMessage } from '#common/error-message.ts';
import { megabytes } from '#common/words.ts';
import { createDeferred, settledWithin } from '#process/deferred.ts';
import { readRpcMessages } from '#trials/mcp/json-rpc.ts';
import type { HttpServer } from '#trials/mcp/mcp-server.ts';
import type { Line, McpSdk } from './line.ts';
import type { Outbound } from './outbound.ts';

/** Longest answer that is read. */
const MOST_BYTES = 16 * 1024 * 1024;
const CLOSE_MS = 2_000;

/** To a server on streamable HTTP. */
export function httpLine({ StreamableHTTPClientTransport }: McpSdk, server: HttpServer, outbound: Outbound): Line {
  const failure = createDeferred<string>();
  const over = new AbortController();

  /** The transport's requests, with what is wrong about the answers in our words. */
  async function send(url: string | URL, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> {
    // Nothing waits for what a server says unasked.
    if (method === 'GET') return new Response(null, { status: 405 });
    const allHeaders = { ...Object.fromEntries(new Headers(headers)), ...server.headers };
    const request = { method, headers: allHeaders, body: typeof body === 'string' ? body : null, signal: over.signal };
    const answer = await outbound.request(String(url), request).catch((error: unknown) => {
      throw fail(`can't be reached: ${errorMessage(error)}`);
    });
    const pieces = limitBody(answer.body, () => fail(`answers with more than ${megabytes(MOST_BYTES)}`));
    const passed = new Headers(
      Object.entries(answer.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((text): [string, string] => [name, text]),
      ),
    );
    const { status } = answer;
    if (status === 204) return new Response(null, { status, headers: passed });
    const response = new Response(pieces, { status, headers: passed });
    if (response.ok || method === 'DELETE') return response;
    const text = await response.text().catch(() => '');
    if ((readRpcMessages(text) ?? []).some(({ kind }) => kind === 'error'))
      return new Response(text, { status, headers: passed });
    throw fail(`answered ${status}${hint(status)}${text === '' ? '' : `: ${cutEnd(text, 200)}`}`);
  }

  function fail(how: string): Error {
    failure.resolve(how);
    return new Error(how);
  }

  const transport = new StreamableHTTPClientTransport(new URL(server.url), { fetch: send });
  return {
    transport,
    failure: failure.promise,
    last: () => ({ stderr: '', code: null }),
    async close() {
      await settledWithin(
        transport.terminateSession().catch(() => {}),
        CLOSE_MS,
      );
      over.abort();
    },
  };
}

/** An answer's bytes, up to {@link MOST_BYTES}. */
function limitBody(body: Readable, tooMuch: () => Error): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<unknown> = body[Symbol.asyncIterator]();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done || !(value instanceof Uint8Array)) return controller.close();
      bytes += value.length;
      if (bytes > MOST_BYTES) throw tooMuch();
      controller.enqueue(value);
    },
    cancel: () => void body.destroy(),
  });
}

function hint(status: number): string {
  if (status === 401 || status === 403) return ' (is the secret in its `headers` right?)';
  if (status === 404 || status === 405)
    return ' (is the path of its `url` right? it is often /mcp; a server that speaks the transport sse of 2024 alone is not recorded)';
  return status >= 300 && status < 400 ? ', a redirect, which is not followed; write the address that it leads to' : '';
}
