import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Admission } from './admission.ts';
import { answerRequest, type ServerState } from './answer-request.ts';
import { type Delivery, sendRefusal } from './deliver.ts';
import { endpointOf, isPaid, listen, readText } from './incoming.ts';
import type { JsonObject } from './json.ts';
import { KeptObjects } from './kept-objects.ts';
import type { Provider } from './provider.ts';
import { createRandomness, requestId } from './randomness.ts';
import { parseObject } from './read-json.ts';
import { Refusal } from './refusal.ts';
import { route } from './route.ts';
import type { ModelScript } from './script.ts';
import { StoredResponses } from './stored-responses.ts';

/** How the server behaves. */
export interface ModelServerOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Before every scripted answer. */
  readonly latency_ms?: number;
  /** Accepted keys; default: any. OpenAI and Anthropic want one in any case, Ollama only when this is set. Others get 401. */
  readonly keys?: readonly string[];
  /** Known models; default: any. Others get 404. */
  readonly models?: readonly string[];
  /** More requests in flight than `limit` get 429; `retry_after` in seconds, default 1. */
  readonly admit?: { readonly limit: number; readonly retry_after?: number };
  /** Makes `random()` and ids repeatable. */
  readonly seed?: number;
}

/** A running server. */
export interface ModelServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** What the providers' clients are given. Ollama's imitation of OpenAI is told apart at `${url}/ollama/v1`. */
  readonly base_urls: Readonly<Record<Provider, string>>;
  /** Every request, in order of arrival. */
  readonly requests: readonly SeenRequest[];
  /** What the script threw; such a request was answered 400. A test expects none. */
  readonly failures: readonly string[];
  /** Requests that a provider would charge: chats and embeddings whose answer was begun with 200. */
  readonly billed: number;
  readonly close: () => Promise<void>;
}

/** One request as it came. */
interface SeenRequest {
  readonly provider: Provider;
  /** Endpoint of a chat, name of an aside, or `null` where nothing is served. */
  readonly endpoint: string | null;
  readonly method: string;
  /** With the query, as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** `null` when it was no JSON object. */
  readonly body: JsonObject | null;
  /** Monotonic milliseconds. */
  readonly at: number;
  /** Of the answer; `null` until it is begun, and for ever when it never is. */
  readonly status: number | null;
}

/** Starts a server that answers as the providers do, in the words of a script, or with one text always. Listens on 127.0.0.1 only. */
export async function startModelServer(
  script: ModelScript | string,
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  const failures: string[] = [];
  let billed = 0;
  const state: ServerState = {
    script: typeof script === 'string' ? () => ({ text: script }) : script,
    latencyMs: options.latency_ms ?? 0,
    keys: options.keys ?? null,
    models: options.models ?? null,
    admission: new Admission(options.admit),
    randomness: createRandomness(options.seed ?? null),
    stored: new StoredResponses(),
    kept: new KeptObjects(),
  };

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const text = await readText(incoming).catch(() => null);
    // The client went away before its request was whole.
    if (text === null) return;
    const { method = 'GET', url: path = '/', headers } = incoming;
    const where = route(method, path, headers);
    const body = parseObject(text);
    const endpoint = endpointOf(where);
    requests.push(seen({ provider: where.provider, endpoint, method, path, headers, body }, outgoing));
    const delivery: Delivery = {
      provider: where.provider,
      openaiShape: where.path.startsWith('/v1/'),
      outgoing,
      requestId: requestId(),
      begun: () => {
        if (isPaid(where)) billed += 1;
      },
    };
    try {
      await answerRequest(state, { where, method, path, headers, text, body, count: requests.length }, delivery);
    } catch (error) {
      if (!(error instanceof Refusal)) failures.push(error instanceof Error ? String(error.stack) : String(error));
      sendRefusal(delivery, error instanceof Refusal ? error : new Refusal(400, `model script: ${String(error)}`));
    }
  }

  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing);
  });
  server.keepAliveTimeout = 60_000;
  const url = await listen(server, options.port ?? 0);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url,
    base_urls: {
      openai: `${url}/v1`,
      azure: `${url}/azure`,
      anthropic: url,
      gemini: `${url}/gemini`,
      openrouter: `${url}/openrouter/v1`,
      vercel: `${url}/vercel`,
      bedrock: `${url}/bedrock`,
      ollama: url,
    },
    requests,
    failures,
    get billed() {
      return billed;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The record of a request. Its status is read from the answer when it is asked for. */
function seen(request: Omit<SeenRequest, 'at' | 'status'>, outgoing: ServerResponse): SeenRequest {
  return {
    ...request,
    at: performance.now(),
    get status() {
      return outgoing.headersSent ? outgoing.statusCode : null;
    },
  };
}
