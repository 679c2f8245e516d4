import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { MAX_LINE_BYTES } from '#process/flood.ts';

/** A server's answer to a request. */
export type ServerAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
      readonly body: string;
    }
  /** A body of more than {@link MAX_LINE_BYTES}. */
  | { readonly kind: 'overlong' }
  /** No complete answer: the connection was refused, broke, or was given up. */
  | { readonly kind: 'lost'; readonly code: string };

/** Posts turns to one URL over connections that stay open. Redirects are not followed. */
export interface TurnClient {
  /** Never rejects. It has no time-outs of its own: the signal ends it. */
  post(body: string, turn: string, signal: AbortSignal): Promise<ServerAnswer>;
  close(): void;
}

/** `headers` are the config's; ours override them. */
export function createTurnClient(url: URL, headers: { readonly [name: string]: string }): TurnClient {
  const options = { keepAlive: true, timeout: IDLE_MS };
  const secure = url.protocol === 'https:';
  const agent = secure ? new HttpsAgent(options) : new HttpAgent(options);
  const request = secure ? httpsRequest : httpRequest;

  async function post(body: string, turn: string, signal: AbortSignal, again: boolean): Promise<ServerAnswer> {
    const bytes = Buffer.from(body, 'utf8');
    const sentAt = performance.now();
    const outgoing = request(url, {
      method: 'POST',
      agent,
      signal,
      headers: {
        accept: 'application/json, text/plain',
        'accept-encoding': 'identity',
        ...headers,
        'content-type': 'application/json',
        'content-length': bytes.length,
        'x-agent-eval-trial': turn,
      },
    });
    let begun = false;
    const answer = new Promise<ServerAnswer>((resolve) => {
      outgoing.on('error', (error) => resolve({ kind: 'lost', code: codeOf(error) }));
      outgoing.on('response', (response) => {
        begun = true;
        resolve(readWhole(response));
      });
    });
    outgoing.end(bytes);
    const result = await answer;
    // A server may close an idle connection just as we use it: nothing was read, so a new connection is tried.
    const stale = outgoing.reusedSocket && !begun && performance.now() - sentAt < STALE_MS;
    if (result.kind === 'lost' && stale && !signal.aborted && !again) return post(body, turn, signal, true);
    return result;
  }

  return {
    post: (body, turn, signal) => post(body, turn, signal, false),
    close: () => agent.destroy(),
  };
}

/** Idle connections are closed before servers usually do (5 s). */
const IDLE_MS = 1_000;
const STALE_MS = 200;

function readWhole(response: IncomingMessage): Promise<ServerAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length <= MAX_LINE_BYTES) return;
      resolve({ kind: 'overlong' });
      response.destroy();
    });
    response.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      resolve({ kind: 'answered', status: response.statusCode ?? 0, headers: response.headers, body });
    });
    response.on('error', (error) => resolve({ kind: 'lost', code: codeOf(error) }));
    response.on('close', () => resolve({ kind: 'lost', code: 'ECONNRESET' }));
  });
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
