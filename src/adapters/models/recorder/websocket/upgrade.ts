import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ModelGateway } from '#adapters/models/ports.ts';
import { PROVIDERS, type Provider } from '#adapters/models/wire/providers.ts';
import type { Routes } from '../routes.ts';
import { FOREIGN_HOST, isLoopback, plainHeaders, TURN_HEADER, UNKNOWN_TOKEN } from '../serve.ts';
import { readTarget, type Target } from '../target.ts';
import { converse } from './converse.ts';

/** Takes requests for a WebSocket: those of Responses are bridged, a call of the gateway for each frame that asks for one. */
export function upgradeWith(
  routes: Routes,
  gateway: Pick<ModelGateway, 'call'>,
  providers: readonly Provider[],
): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  return (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (!isLoopback(request.headers.host)) return refuse(socket, null, 403, FOREIGN_HOST);
    // The connection belongs to the process: each of its frames belongs to the turn that is open then.
    const turnToken = request.headers[TURN_HEADER];
    const target = readTarget('POST', request.url ?? '', providers);
    const find = () => routes.find(target.token, typeof turnToken === 'string' ? turnToken : null);
    if (find() === null) return refuse(socket, target.provider, 404, UNKNOWN_TOKEN);
    if (target.kind !== 'served' || target.endpoint !== 'openai_responses') {
      if (target.kind === 'unserved' && target.asked !== null) routes.unread(`a WebSocket for ${target.asked}`);
      return refuse(socket, target.provider, 426, notBridged(target, request.url ?? ''));
    }
    const headers = httpHeaders(plainHeaders(request.headers));
    loadServer()
      .then((server) => {
        server.handleUpgrade(request, socket, head, (connection) => {
          converse(connection, { gateway, target, headers, find });
        });
      })
      .catch(() => socket.destroy());
  };
}

/** Few agents ask for WebSockets: only they load the library. */
async function loadServer() {
  const { WebSocketServer } = await import('ws');
  return new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: MAX_BYTES });
}

/** As for bodies over HTTP. */
const MAX_BYTES = 64 * 1024 * 1024;

function notBridged({ provider }: Target, url: string): string {
  const [, , , ...below] = url.split('?')[0]?.split('/') ?? [];
  const path = `/${below.join('/').slice(0, 200)}`;
  return `agent-eval: of WebSockets the recorder reads those of Responses (/responses) alone, not ${path} of ${provider ?? 'an unknown provider'}; send the request over HTTP`;
}

/** What the handshake says of the provider, as a request over HTTP says it. */
function httpHeaders(headers: { readonly [name: string]: string }): { readonly [name: string]: string } {
  const { 'openai-beta': beta = '', ...rest } = headers;
  const features = beta.split(/\s*,\s*/).filter((name) => name !== '' && !name.startsWith('responses_websockets'));
  return {
    ...rest,
    ...(features.length > 0 && { 'openai-beta': features.join(', ') }),
    accept: 'text/event-stream',
    'content-type': 'application/json',
  };
}

/** 426 is what Codex takes as a word to use HTTP at once. */
function refuse(socket: Duplex, provider: Provider | null, status: 403 | 404 | 426, message: string): void {
  const reason = { 403: 'Forbidden', 404: 'Not Found', 426: 'Upgrade Required' }[status];
  const body = JSON.stringify(
    PROVIDERS[provider ?? 'openai'].errorBody('invalid_request_error', message, null, status),
  );
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
