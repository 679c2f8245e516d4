import { Buffer } from 'node:buffer';
import type { CallContext, ModelGateway, ModelResponse } from '#adapters/models/ports.ts';
import type { Provider } from '#adapters/models/wire/providers.ts';
import { parseJsonText } from '#domain/json-text.ts';

/** Where clients think that their provider lives. Nothing is ever sent there: the name can't be resolved. */
export const GATEWAY_URL = 'http://model-gateway.invalid';

/** Stands where clients want a key: the gateway holds the real one. */
export const DUMMY_KEY = 'held-by-the-model-gateway';

/** Clients may not give up on their own: who waits how long is decided by the gateway and the signal of the call. */
export const CLIENT_TIMEOUT_MS = 24 * 3_600_000;

const CALL: unique symbol = Symbol('model call');

interface Call {
  readonly context: CallContext;
  readonly signal: AbortSignal;
  /** The request's body with all digits of its integers, where the client has a copy that lacks some; else `null`. */
  readonly body: string | null;
}

/** Options of one request that tell {@link gatewayFetch} for whom it is. */
export interface CallInit {
  readonly [CALL]?: Call;
}

/**
 * `fetchOptions` of one request. Clients hand them on to `fetch` untouched, so one client serves all calls at once without
 * async-local storage. The signal goes the same way: a client's own handling of signals costs listeners for every call.
 */
export function forCall(
  context: CallContext,
  signal: AbortSignal,
  body: string | null,
): CallInit & { readonly keepalive?: boolean } {
  return { [CALL]: { context, signal, body } };
}

/** A `fetch` for a vendor's client that calls the gateway in this process. */
export function gatewayFetch(gateway: ModelGateway, provider: Provider) {
  return async (url: string | URL | Request, init: RequestInit & CallInit = {}): Promise<Response> => {
    const call = init[CALL];
    if (call === undefined || typeof init.body !== 'string') throw new TypeError('a model call without its context');
    const request = {
      provider,
      method: 'POST' as const,
      path: pathOf(String(url)),
      headers: Object.fromEntries(init.headers instanceof Headers ? init.headers : new Headers(init.headers)),
      body: call.body ?? init.body,
    };
    return webResponse(await gateway.call(request, call.context, call.signal));
  };
}

function pathOf(url: string): string {
  const path = url.slice(GATEWAY_URL.length);
  return path.startsWith('/v1/') ? path.slice('/v1'.length) : path;
}

async function webResponse({ status, headers, body }: ModelResponse): Promise<Response> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const init = { status, headers: { 'content-type': headers['content-type'] ?? 'application/json' } };
  const response = new Response(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks), init);
  // Clients read bodies by this; the platform's own would round long integers.
  return Object.assign(response, { json: async () => parseJsonText(await response.text()) });
}
