import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type Socket } from 'node:net';

/** Checks whether a server is ready: `null` if it is, otherwise what happened instead, in words. Never rejects. */
export type Probe = (signal: AbortSignal) => Promise<string | null>;

/** Ready once a GET is answered with 2xx. */
export function urlProbe(url: URL): Probe {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return (signal) =>
    new Promise((resolve) => {
      const either = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
      const outgoing = request(url, { agent: false, signal: either }, (response) => {
        const status = response.statusCode ?? 0;
        response.resume();
        response.on('close', () => resolve(status >= 200 && status < 300 ? null : `it answered with status ${status}`));
      });
      outgoing.on('error', (error) => resolve(inWords(error)));
      outgoing.end();
    });
}

/** Ready once the port of a URL accepts a connection. */
export function portProbe(url: URL): Probe {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  return (signal) =>
    new Promise((resolve) => {
      const socket = connect({ host, port });
      const end = (result: string | null) => {
        signal.removeEventListener('abort', onAbort);
        socket.destroy();
        resolve(result);
      };
      const onAbort = () => end('the run was aborted');
      signal.addEventListener('abort', onAbort, { once: true });
      socket.setTimeout(PATIENCE_MS, () => end('it did not answer'));
      socket.on('connect', () => end(isOurselves(socket) ? 'nothing listens there' : null));
      socket.on('error', (error) => end(inWords(error)));
    });
}

/** A connection to a free port of this machine may get that very port as its own, and connect to itself. */
function isOurselves({ localAddress, localPort, remoteAddress, remotePort }: Socket): boolean {
  return localPort === remotePort && localAddress === remoteAddress;
}

const PATIENCE_MS = 2_000;

function inWords(error: Error): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'it did not answer';
  const code = 'code' in error ? error.code : null;
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  return typeof code === 'string' ? `the connection failed (${code})` : error.message;
}
