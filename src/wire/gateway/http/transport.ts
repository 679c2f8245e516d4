import type { Dispatcher } from 'undici';
import type { OutboundProxy } from '#wire/outbound/outbound-proxy.ts';
import type { Method } from '#wire/protocols/format/provider.ts';
import { type BodySink, type Exchange, TransportError } from './exchange.ts';

/** A request as it goes over the wire. */
export interface OutboundRequest {
  readonly method: Method;
  readonly origin: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | Uint8Array;
}

/** Sends requests over persistent connections. Redirects are answers like any other. */
export interface Transport {
  /** @throws TransportError if there is no answer, also after the signal's abort. */
  send(request: OutboundRequest, signal: AbortSignal): Promise<Exchange>;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** The client is loaded with the first request: a run that only reads cassettes or recordings never needs it. */
export function createTransport(proxy: OutboundProxy): Transport {
  let loading: Promise<Dispatcher> | null = null;
  let dispatcher: Dispatcher | null = null;
  return {
    send: async (request, signal) => {
      loading ??= load(proxy);
      dispatcher ??= await loading;
      return exchange(dispatcher, request, signal);
    },
    close: async () => {
      await (await loading)?.destroy();
    },
  };
}

async function load(proxy: OutboundProxy): Promise<Dispatcher> {
  const { createDispatcher } = await import('#wire/outbound/dispatcher.ts');
  return createDispatcher(proxy, LIMITS);
}

/** Models think long before their first token; trial timeouts end a call much earlier. */
const LIMITS = { headersTimeout: 900_000, bodyTimeout: 900_000 };

function exchange(dispatcher: Dispatcher, request: OutboundRequest, signal: AbortSignal): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const answer = new Answer(resolve, reject, signal);
    if (answer.aborted) return;
    try {
      dispatcher.dispatch(
        {
          origin: request.origin,
          path: request.path,
          method: request.method,
          headers: request.headers,
          body: request.body.length === 0 ? null : request.body,
        },
        answer,
      );
    } catch (error) {
      answer.onResponseError(null, error instanceof Error ? error : new Error(String(error)));
    }
  });
}

/** One exchange, from the HTTP client's callbacks. */
class Answer implements Exchange, Dispatcher.DispatchHandler {
  status = 0;
  headers: { readonly [name: string]: string } = {};
  aborted = false;
  readonly #resolve: (exchange: Exchange) => void;
  readonly #reject: (error: TransportError) => void;
  readonly #signal: AbortSignal;
  readonly #onAbort = () => this.abort(new Error('the client went away'));
  #controller: Dispatcher.DispatchController | null = null;
  #sink: BodySink | null = null;
  /** What arrived before the sink was set. */
  #early: Uint8Array[] = [];
  #ended: { readonly error: Error | null } | null = null;

  constructor(resolve: (exchange: Exchange) => void, reject: (error: TransportError) => void, signal: AbortSignal) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#signal = signal;
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort);
  }

  receive(sink: BodySink): void {
    this.#sink = sink;
    for (const chunk of this.#early) sink.data(chunk);
    this.#early = [];
    this.#tellEnd();
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  abort(error: Error): void {
    if (this.aborted || this.#ended !== null) return;
    this.aborted = true;
    this.#controller?.abort(error);
    this.#finish(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.aborted) controller.abort(new Error('the client went away'));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: HeaderRecord): void {
    if (status < 200) return;
    this.status = status;
    this.headers = flat(headers);
    this.#resolve(this);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#sink === null) this.#early.push(chunk);
    else this.#sink.data(chunk);
  }

  onResponseEnd(): void {
    this.#finish(null);
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.#finish(error);
  }

  #finish(error: Error | null): void {
    if (this.#ended !== null) return;
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#ended = { error };
    if (error !== null && this.status === 0)
      this.#reject(new TransportError(describeLoss(error), this.#controller === null && !isMisuse(error)));
    else this.#tellEnd();
  }

  #tellEnd(): void {
    if (this.#sink === null || this.#ended === null) return;
    if (this.#ended.error === null) this.#sink.end();
    else this.#sink.fail(new TransportError(describeLoss(this.#ended.error), false));
  }
}

/** A request that the HTTP client refuses to send, such as one with a line break in a header. */
function isMisuse(error: Error): boolean {
  return 'code' in error && error.code === 'UND_ERR_INVALID_ARG';
}

interface HeaderRecord {
  readonly [name: string]: string | readonly string[] | undefined;
}

function flat(headers: HeaderRecord): { readonly [name: string]: string } {
  const joined: { [name: string]: string } = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) joined[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return joined;
}

/**
 * A lost connection in words: the cause with its code, never the request. Errors of the HTTP client contain sockets, and those
 * of several addresses have no message of their own.
 */
function describeLoss(error: Error): string {
  const cause = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
  const message = cause.message === '' ? cause.name : cause.message;
  return code === null || message.includes(code) ? message : `${message} (${code})`;
}
