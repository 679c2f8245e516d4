import { createServer } from 'node:http';
import { connect } from 'node:net';
import { listen } from '#test/testing/providers/incoming.ts';

/** A proxy that leads every tunnel to one port, and remembers where each wanted to go. */
export async function startTunnelProxy(port: number) {
  const wanted: string[] = [];
  const server = createServer();
  server.on('connect', (request, socket, head) => {
    wanted.push(request.url ?? '');
    const tunnel = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.write(head);
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on('error', () => socket.destroy());
    socket.on('error', () => tunnel.destroy());
  });
  return {
    wanted,
    url: await listen(server, 0),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
