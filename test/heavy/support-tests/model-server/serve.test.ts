import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SERVE = fileURLToPath(new URL('../../../support/model-server/serve.ts', import.meta.url));

test('as a process of its own it tells where it listens, plays the script of a file, and ends when told', async () => {
  const script = fileURLToPath(new URL('echo-script.mjs', import.meta.url));
  const child = spawn(process.execPath, [SERVE, '--script', script, '--keys', 'right'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const told = JSON.parse(line);
  expect(told).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    base_urls: {
      openai: `${told.url}/v1`,
      azure: `${told.url}/azure`,
      anthropic: told.url,
      gemini: `${told.url}/gemini`,
      openrouter: `${told.url}/openrouter/v1`,
      vercel: `${told.url}/vercel`,
      bedrock: `${told.url}/bedrock`,
      ollama: told.url,
    },
    pid: child.pid,
  });
  const ask = (key: string) =>
    fetch(`${told.url}/api/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: 'x', messages: [{ role: 'user', content: 'hello' }], stream: false }),
    });
  expect((await ask('wrong')).status).toBe(401);
  expect(await (await ask('right')).json()).toMatchObject({ message: { content: 'echo: hello' } });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('without a script it says what is missing', async () => {
  const child = spawn(process.execPath, [SERVE], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(said).toContain('--script FILE is missing');
});
