/** What Python loads before an agent's program, with a client that says which address it is led to. */

import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { newFolder } from '#test/support/new-folder.ts';

const PRELOAD = join(import.meta.dirname, '../../../src/wire/recorder/preload');

/** The parts of a real package that are led, without a network: the real httpx, urllib3 and aiohttp are in the recorder's suites. */
const CLIENTS = {
  'httpx.py': `
URL = str
class Request:
    def __init__(self, url): self.url, self.headers = url, {"host": "as ever"}
class HTTPTransport:
    def handle_request(self, request): return f"{request.url} {request.headers['host']}"
class AsyncHTTPTransport:
    async def handle_async_request(self, request): return HTTPTransport().handle_request(request)
`,
};

let folder = '';
beforeAll(async () => {
  folder = newFolder('sitecustomize');
  for (const [name, text] of Object.entries(CLIENTS)) await writeFile(join(folder, name), text);
});

/** What a Python program prints, and the hosts that are noted. */
async function play(program: string, paths: readonly string[] = []) {
  const log = join(folder, 'hosts.log');
  await writeFile(log, '');
  const preload = {
    hosts: {
      'api.openai.com': { provider: 'openai', root: '' },
      'models.example': { provider: 'openai', root: '/base' },
    },
    base: 'http://127.0.0.1:5000/token',
    log,
  };
  const env = {
    PATH: process.env['PATH'],
    PYTHONPATH: [PRELOAD, ...paths, folder].join(':'),
    PYTHONDONTWRITEBYTECODE: '1',
    AGENT_EVAL_PRELOAD: JSON.stringify(preload),
  };
  const { stdout, stderr } = await promisify(execFile)('python3', ['-c', program], { env });
  return { printed: stdout.trim(), stderr, noted: (await readFile(log, 'utf8')).split('\n').filter(Boolean) };
}

const httpx = (url: string) => `import httpx; print(httpx.HTTPTransport().handle_request(httpx.Request(${url})))`;

test.each([
  [
    'httpx',
    httpx('"https://api.openai.com/v1/x?a=1"'),
    'http://127.0.0.1:5000/token/openai/v1/x?a=1 127.0.0.1:5000',
    ['api.openai.com'],
  ],
  [
    'httpx, async',
    'import asyncio, httpx; print(asyncio.run(httpx.AsyncHTTPTransport().handle_async_request(httpx.Request("https://api.openai.com/v1/x"))))',
    'http://127.0.0.1:5000/token/openai/v1/x 127.0.0.1:5000',
    ['api.openai.com'],
  ],
  [
    'the path before the version of an API is left out',
    httpx('"https://models.example/base/v1/x"'),
    'http://127.0.0.1:5000/token/openai/v1/x 127.0.0.1:5000',
    ['models.example'],
  ],
  [
    'another host is asked as ever',
    httpx('"https://other.example:8443/v1"'),
    'https://other.example:8443/v1 as ever',
    ['other.example:8443'],
  ],
  [
    'and so is a known one without TLS',
    httpx('"http://api.openai.com/v1/x"'),
    'http://api.openai.com/v1/x as ever',
    ['api.openai.com'],
  ],
  ['this machine is not noted', httpx('"https://127.0.0.2:9/v1"'), 'https://127.0.0.2:9/v1 as ever', []],
])('requests are led and noted: %s', async (_, program, printed, noted) => {
  expect(await play(program)).toEqual({ printed, stderr: '', noted });
});

test('a client that has changed is named, and the program runs', async () => {
  const other = join(folder, 'other');
  await mkdir(other);
  await writeFile(join(other, 'httpx.py'), 'class HTTPTransport: pass');
  const { printed, stderr } = await play('import httpx; print("runs")', [other]);
  expect(printed).toBe('runs');
  expect(stderr).toContain("agent-eval: record.preload can't lead httpx: AttributeError");
});
