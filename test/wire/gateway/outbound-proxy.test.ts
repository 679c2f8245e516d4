import { expect, test } from 'vitest';
import { startTunnelProxy } from '../tunnel-proxy.ts';
import { startScene } from './scene.ts';

test('hosts outside are reached through the proxy of the environment, this machine is not', async () => {
  await using behind = await startScene(() => ({ text: 'ok' }));
  await using proxy = await startTunnelProxy(Number(new URL(behind.server.url).port));
  await using scene = await startScene(() => ({ text: 'ok' }), {
    environment: { HTTP_PROXY: proxy.url, OLLAMA_HOST: 'http://models.invalid' },
  });
  expect((await scene.ask({ provider: 'ollama' })).status).toBe(200);
  expect(proxy.wanted).toEqual(['models.invalid:80']);
  expect((await scene.ask()).status).toBe(200);
  expect(proxy.wanted).toHaveLength(1);
  expect(behind.server.requests).toHaveLength(1);
});
