import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startScene } from './scene.ts';

/** A proxy that leads every tunnel to one port, and remembers where each wanted to go. */
async function startProxy(port: number) {
  const wanted: string[] = [];
  const server = createServer();
  server.on('connect', (request, socket) => {
    wanted.push(request.url ?? '');
    const tunnel = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on('error', () => socket.destroy());
    socket.on('error', () => tunnel.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    wanted,
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

test('hosts outside are reached through the proxy of the environment, this machine is not', async () => {
  await using behind = await startScene(() => ({ text: 'ok' }));
  await using proxy = await startProxy(Number(new URL(behind.server.url).port));
  await using scene = await startScene(() => ({ text: 'ok' }), {
    environment: { HTTP_PROXY: proxy.url, OLLAMA_HOST: 'http://models.invalid' },
  });
  expect((await scene.ask({ provider: 'ollama' })).status).toBe(200);
  expect(proxy.wanted).toEqual(['models.invalid:80']);
  expect((await scene.ask()).status).toBe(200);
  expect(proxy.wanted).toHaveLength(1);
  expect(behind.server.requests).toHaveLength(1);
});
