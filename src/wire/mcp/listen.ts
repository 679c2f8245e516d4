import type { Server } from 'node:http';
import type { Socket, Server as TcpServer } from 'node:net';

/** Where relays and clients connect. */
export interface Ports {
  readonly tcp: number;
  readonly http: number;
  close(): Promise<void>;
}

/** Lets both listen on free ports of 127.0.0.1. @throws if there is none. */
export async function listen(tcp: TcpServer, http: Server): Promise<Ports> {
  // Node's default of 5 s would close a client's idle connection just when it is used again.
  http.keepAliveTimeout = 0;
  http.requestTimeout = 0;
  const sockets = new Set<Socket>();
  tcp.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const [ofTcp, ofHttp] = await Promise.all([portOf(tcp), portOf(http)]);
  return {
    tcp: ofTcp,
    http: ofHttp,
    async close() {
      for (const socket of sockets) socket.destroy();
      http.closeAllConnections();
      await Promise.all([tcp, http].map((item) => new Promise<void>((resolve) => item.close(() => resolve()))));
    },
  };
}

function portOf(server: TcpServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('no port on 127.0.0.1'));
    });
  });
}
