import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CallContext, ModelGateway, ModelRequest, ModelResponse } from '#wire/ports.ts';
import { type Endpoint, PROVIDERS, type Provider } from '#wire/protocols/providers.ts';
import { readBody } from './read-body.ts';
import { receive, signalOf } from './receive.ts';
import type { Attribution, Routes } from './routes.ts';
import { type RequestTarget, readTarget } from './target.ts';

/** Answers a request: finds its turn and its endpoint, then passes it through the gateway unbuffered. Never throws. */
export function serveWith(
  routes: Routes,
  gateway: Pick<ModelGateway, 'call'>,
  providers: readonly Provider[],
): RequestListener {
  return (request, response) => {
    request.on('error', () => {});
    response.on('error', () => {});
    serve(routes, gateway, providers, request, response).catch(() => response.destroy());
  };
}

async function serve(
  routes: Routes,
  gateway: Pick<ModelGateway, 'call'>,
  providers: readonly Provider[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A page in a browser whose name resolves to this machine is no agent of ours.
  if (!isLoopback(request.headers.host)) return refuse(response, null, 403, FOREIGN_HOST);
  const addressee = signalOf(request.url ?? '');
  const inbox = addressee && routes.find(addressee.token, null)?.inbox;
  if (inbox) return receive(inbox, addressee.signal, request, response);
  const target = readTarget(request.method ?? '', request.url ?? '', providers);
  const turnToken = request.headers[TURN_HEADER];
  const attribution = routes.find(target.token, typeof turnToken === 'string' ? turnToken : null);
  if (attribution === null) return refuse(response, target.provider, 404, UNKNOWN_TOKEN);
  // Node passes an upgrade request to this handler as a normal request, because nothing listens to `upgrade`.
  if (request.headers.upgrade?.toLowerCase() === 'websocket') {
    if (target.kind === 'unserved' && target.label !== null) routes.unread(`a WebSocket for ${target.label}`);
    return refuse(response, target.provider, 426, NO_WEBSOCKET);
  }
  switch (target.kind) {
    case 'unserved':
      if (target.label !== null) routes.unread(target.label);
      return refuse(response, target.provider, 404, target.message);
    case 'telemetry':
      routes.telemetry(target.label);
      return refuse(response, target.provider, 404, target.message);
    case 'wrong_method':
      return refuse(response, target.provider, 405, target.message, { allow: target.allow });
    case 'greeting':
      response.writeHead(target.status, {
        'content-type': 'text/plain',
        ...(target.status === 204 && { allow: ALLOWED }),
      });
      response.end(request.method === 'GET' ? 'the recorder of agent-eval is running' : undefined);
      return;
    case 'served':
      return pass(gateway, target, attribution, request, response);
  }
}

/** Names the turn of a request in place of its path. */
const TURN_HEADER = 'x-agent-eval-trial';
const ALLOWED = 'DELETE, GET, HEAD, OPTIONS, POST';

/** The answer to what {@link isLoopback} does not hold for. */
const FOREIGN_HOST = 'agent-eval: the recorder answers only requests to 127.0.0.1 or localhost';
/** The answer to a request that belongs to no turn. */
const UNKNOWN_TOKEN =
  'agent-eval: unknown token in the path or in the header x-agent-eval-trial: the process or turn that it was given to is over, or the base URL was changed. Use the base URL from the environment (OPENAI_BASE_URL, ANTHROPIC_BASE_URL, OLLAMA_HOST …) or the base_urls of the turn as it is';

/** Codex asks over HTTP from its first 426 on. */
const NO_WEBSOCKET = 'agent-eval: the recorder takes no WebSockets; send the request over HTTP';

async function pass(
  gateway: Pick<ModelGateway, 'call'>,
  target: Extract<RequestTarget, { kind: 'served' }>,
  attribution: Attribution,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reading = await readBody(request);
  if (reading.kind === 'refused') return refuse(response, target.provider, reading.status, reading.message);
  const modelRequest: ModelRequest = {
    provider: target.provider,
    method: target.method,
    path: target.path,
    headers: plainHeaders(request.headers),
    body: reading.body,
    ...(reading.bytes === undefined ? {} : { bytes: reading.bytes }),
  };
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  // A client that has gone meanwhile has made the call all the same: the gateway records it as cancelled, and sends nothing.
  if (response.destroyed) gone.abort();
  await ask(gateway, { ...attribution, endpoint: target.endpoint }, modelRequest, gone.signal, async (answer) => {
    response.writeHead(answer.status, endToEnd(answer.headers));
    response.flushHeaders();
    // A body that throws destroys the response: the client must see that it broke off, however much has arrived.
    for await (const chunk of answer.body) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await once(response, 'drain', { signal: gone.signal });
    }
    response.end();
  });
}

/** Headers with one text each, without ours. */
function plainHeaders(headers: IncomingHttpHeaders): { readonly [name: string]: string } {
  const plain: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== TURN_HEADER) plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

/** Without the headers that describe the connection to the provider, because we frame ours to the client ourselves. */
function endToEnd(headers: { readonly [name: string]: string }): { readonly [name: string]: string } {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name.toLowerCase())));
}

const HOP_BY_HOP = [
  'connection',
  'content-length',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** True for a `Host` header that names this machine by a loopback address or `localhost`. */
function isLoopback(host: string | undefined): boolean {
  return host !== undefined && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host);
}

/** Answers with an error of ours in the provider's format, which its clients don't retry. */
function refuse(
  response: ServerResponse,
  provider: Provider | null,
  status: number,
  message: string,
  headers: { readonly [name: string]: string } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-should-retry': 'false', ...headers });
  response.end(
    JSON.stringify(PROVIDERS[provider ?? 'openai'].errorBody('invalid_request_error', message, null, status)),
  );
}

/** Whose request it is, and what it asks for. */
type Asker = Attribution & { readonly endpoint: Endpoint | null };

/** Calls the gateway for a turn, which may have so many calls in flight; does nothing if the client has left meanwhile. */
async function ask(
  gateway: Pick<ModelGateway, 'call'>,
  asker: Asker,
  request: ModelRequest,
  signal: AbortSignal,
  deliver: (answer: ModelResponse) => Promise<void>,
): Promise<void> {
  const context = contextOf(asker, request);
  // This does not count as our waiting: an agent that does not read its answers only delays itself, and its clock runs.
  const leave = await asker.semaphore.enter(signal);
  if (leave === null) return;
  try {
    await deliver(await gateway.call(request, context, signal));
  } finally {
    leave();
  }
}

function contextOf({ turn, unclaimed, endpoint }: Asker, request: ModelRequest): CallContext {
  if (turn !== null) return turn.context(request, endpoint);
  return { ledger: 'agent', attempt: null, onWait: () => {}, onCall: unclaimed };
}
