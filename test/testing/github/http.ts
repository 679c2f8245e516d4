import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from './json.ts';
import type { FakeState } from './state.ts';

/** One request as a route sees it. `body` is parsed JSON, or null where there is none or it is not an object. */
export type RouteRequest = {
  readonly state: FakeState;
  /** Root of the fake's REST API without a trailing slash, as in `GITHUB_API_URL`. */
  readonly api: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject | null;
};

/** What a route answers. A `Uint8Array` or string body goes out as it is, anything else as JSON. */
export type Answer = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** `200` with a JSON body. */
export function ok(body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, body, headers };
}

/** GitHub's error shape. */
export function problem(status: number, message: string, errors?: readonly JsonObject[]): Answer {
  return {
    status,
    body: {
      message,
      ...(errors === undefined ? {} : { errors }),
      documentation_url: 'https://docs.github.com/rest',
      status: String(status),
    },
  };
}

/** GitHub's 404, given for what is missing and for what may not be seen. */
export function notFound(): Answer {
  return problem(404, 'Not Found');
}

/** Reads a whole request body. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Writes an answer; JSON unless the body is bytes or text. */
export function send(response: ServerResponse, answer: Answer): void {
  const raw = answer.body instanceof Uint8Array || typeof answer.body === 'string';
  const json = { 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(answer.status, { ...(raw || answer.body === undefined ? {} : json), ...answer.headers });
  if (answer.body === undefined) response.end();
  else response.end(raw ? answer.body : JSON.stringify(answer.body));
}
