import { Buffer } from 'node:buffer';
import { cutEnd } from '#common/cut.ts';
import { errorMessage } from '#common/error-message.ts';
import { isJsonObject, type JsonObject } from '#common/json.ts';
import { jsonOrUndefined, jsonText } from '#common/json-text.ts';
import { type CallContext, ModelCallError, type ModelGateway } from '#wire/ports.ts';
import { readError } from '#wire/protocols/format/provider-error.ts';

/** One call of a vendor's client: who makes it, and through what. */
export interface ClientCall {
  readonly gateway: ModelGateway;
  readonly context: CallContext;
  readonly signal: AbortSignal;
}

/** The `fetch` of a vendor's client. */
export type ClientFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * What every vendor's client is set to: the gateway has the keys and hosts, waits, retries and ends calls. Paths below
 * `baseURL` are the gateway's.
 */
export const CLIENT_SETTINGS = {
  baseURL: 'http://gateway.invalid',
  apiKey: 'held-by-the-gateway',
  maxRetries: 0,
  timeout: 2 ** 31 - 1,
  logLevel: 'off',
} as const;

/**
 * Has a vendor's client ask a model for one whole answer, with the gateway as its `fetch`. The client writes the request; the
 * answer is read as the recorder reads it, so that both see the same calls.
 *
 * @param send hands the body to a client with this `fetch`
 * @throws ModelCallError for an answer that is an error, breaks off, or is no JSON object
 */
export async function askByClient<Body extends object>(
  provider: 'openai' | 'anthropic',
  { gateway, context, signal }: ClientCall,
  body: Body,
  send: (body: Body, fetch: ClientFetch) => Promise<Response>,
): Promise<JsonObject> {
  const answers: Promise<JsonObject>[] = [];
  let problem: unknown = null;
  try {
    // Clients can't write integers beyond 2^53: they get rounded ones, and the gateway gets the text.
    const text = holdsLongInteger(body) ? jsonText(body) : null;
    const payload: Body = text === null ? body : JSON.parse(text);
    await send(payload, async (url, { headers, body: bodyText } = {}) => {
      const path = String(url).slice(CLIENT_SETTINGS.baseURL.length);
      const request = {
        provider,
        method: 'POST',
        path,
        headers: plain(headers),
        body: text ?? String(bodyText),
      } as const;
      const answer = gateway.call(request, context, signal).then(read);
      answers.push(answer);
      return new Response(null, {
        status: await answer.then(
          () => 200,
          () => 500,
        ),
      });
    });
  } catch (error) {
    problem = error;
  }
  const [answer] = answers;
  if (answer === undefined)
    throw new ModelCallError(`the request can't be sent: ${errorMessage(problem)}`, { cause: problem });
  return await answer;
}

/** The header by which a client's request names its call. */
const CALL = 'x-agent-eval-call';

const calls = new Map<string, ClientFetch>();
let count = 0;

/** The `fetch` of a client that many calls share, because making one costs more than a request: each call has its own. */
export const sharedFetch: ClientFetch = (url, init) => {
  const fetch = calls.get(new Headers(init?.headers).get(CALL) ?? '');
  return fetch === undefined ? Promise.reject(new Error('a request of no call')) : fetch(url, init);
};

/** Makes a request by a shared client, whose options name the call. */
export async function withFetch<T>(
  fetch: ClientFetch,
  make: (options: { readonly headers: { readonly [name: string]: string } }) => Promise<T>,
): Promise<T> {
  count += 1;
  const name = String(count);
  calls.set(name, fetch);
  try {
    return await make({ headers: { [CALL]: name } });
  } finally {
    calls.delete(name);
  }
}

type Answer = Awaited<ReturnType<ModelGateway['call']>>;

async function read({ status, body, read: known }: Answer): Promise<JsonObject> {
  if (status < 400 && isJsonObject(known)) return known;
  const text = await whole(body);
  const answer = jsonOrUndefined(text) ?? null;
  if (status >= 400) throw new ModelCallError(`${status} ${cutEnd(readError(answer)?.message ?? text, LONGEST_QUOTE)}`);
  if (isJsonObject(answer)) return answer;
  throw new ModelCallError(`the answer is not a JSON object: ${cutEnd(text, 200)}`);
}

const LONGEST_QUOTE = 2000;

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  try {
    for await (const piece of pieces) read.push(piece);
  } catch (error) {
    throw new ModelCallError(cutEnd(errorMessage(error), LONGEST_QUOTE), { cause: error });
  }
  return Buffer.concat(read).toString('utf8');
}

/** Without keys: the client has none that anyone needs. */
function plain(headers: RequestInit['headers']): { readonly [name: string]: string } {
  const { authorization: _, [CALL]: __, ...others } = Object.fromEntries(new Headers(headers));
  return others;
}

function holdsLongInteger(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsLongInteger);
}

/** A client's class by its own name, which it sends as `user-agent`: the bundle shortens it. */
export function named<Class extends object>(client: Class, name: string): Class {
  return Object.defineProperty(client, 'name', { value: name });
}
