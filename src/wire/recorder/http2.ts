import { type Server as HttpServer, request } from 'node:http';
import { constants, createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import { createServer, type Server, type Socket } from 'node:net';

/** A server whose connections may speak HTTP/1 or, as AWS's JavaScript client of Bedrock does, HTTP/2 without TLS. */
export interface BothServer {
  readonly server: Server;
  /** Ends every connection, and resolves when all have ended. */
  close(): Promise<void>;
}

/** A connection's first bytes tell what it speaks. Each request of HTTP/2 is made again to the same server as one of HTTP/1. */
export function acceptBoth(http1: HttpServer): BothServer {
  const sockets = new Set<Socket>();
  const http2 = createHttp2Server();
  http2.on('sessionError', () => {});
  http2.on('stream', (stream, headers) => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) passOn(stream, headers, address.port);
  });
  // As Node's own server of HTTP does: otherwise a small answer in two pieces would wait 40 ms for the client's acknowledgement.
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      (first.subarray(0, PREFACE.length).equals(PREFACE) ? http2 : http1).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  return {
    server,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** What only HTTP/2 begins with. */
const PREFACE = Buffer.from('PRI');

function passOn(stream: ServerHttp2Stream, headers: Readonly<Record<string, unknown>>, port: number): void {
  const { ':method': method, ':path': path, ':authority': host } = headers;
  const plain = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    name.startsWith(':') ? [] : [[name, String(value)]],
  );
  const fail = () => {
    if (!stream.closed) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  };
  const target = { host: '127.0.0.1', port, method: String(method), path: String(path) };
  const onward = request({ ...target, headers: { ...Object.fromEntries(plain), host: String(host) } }, (answer) => {
    const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...rest } = answer.headers;
    answer.on('error', fail);
    if (stream.destroyed) return;
    stream.respond({ ...rest, ':status': answer.statusCode ?? 502 });
    answer.pipe(stream);
  });
  onward.on('error', fail);
  stream.on('error', () => onward.destroy());
  // The client went away: the model need not finish.
  stream.once('close', () => onward.destroy());
  stream.pipe(onward);
}
