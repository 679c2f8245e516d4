import { Buffer } from 'node:buffer';
import type { CallContext, ModelGateway, ModelResponse } from '#adapters/models/ports.ts';
import type { Provider } from '#adapters/models/wire/providers.ts';
import { parseJsonText } from '#domain/json-text.ts';

/** The base URL that clients get. Nothing is ever sent there: the name can't be resolved. */
export const GATEWAY_URL = 'http://model-gateway.invalid';

/** A placeholder for clients that require a key: the gateway holds the real one. */
export const DUMMY_KEY = 'held-by-the-model-gateway';

/** Clients must not time out by themselves: the gateway and the call's signal decide how long to wait. */
export const CLIENT_TIMEOUT_MS = 24 * 3_600_000;

const CALL: unique symbol = Symbol('model call');

interface Call {
  readonly context: CallContext;
  readonly signal: AbortSignal;
  /** The request's body with all digits of its integers, if the client's copy lacks some; else `null`. */
  readonly body: string | null;
}

/** Options of one request that tell {@link gatewayFetch} whom it belongs to. */
export interface CallInit {
  readonly [CALL]?: Call;
}

/**
 * `fetchOptions` of one request. Clients pass them to `fetch` unchanged, so one client serves all calls at once without
 * async-local storage. The signal goes the same way: a client's own handling of signals adds listeners for every call.
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
  // Clients read bodies with it; the platform's own would round long integers.
  return Object.assign(response, { json: async () => parseJsonText(await response.text()) });
}
