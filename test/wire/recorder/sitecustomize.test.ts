/** What Python loads before an agent's program, with clients that say which address they are led to. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PRELOAD = join(import.meta.dirname, '../../../src/wire/recorder/preload');

/** The parts of the real packages that are led, without a network. */
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
  'urllib3/__init__.py': 'from urllib3 import connectionpool',
  'urllib3/connectionpool.py': `
class HTTPConnectionPool:
    scheme = "http"
    def __init__(self, host, port=None, maxsize=1): self.host, self.port = host, port
    def urlopen(self, method, url, **kwargs): return f"{self.scheme}://{self.host}:{self.port}{url}"
class HTTPSConnectionPool(HTTPConnectionPool):
    scheme = "https"
`,
  'aiohttp/__init__.py': 'from aiohttp.client import ClientSession',
  'aiohttp/client.py': `
class ClientSession:
    def _build_url(self, url): return url
    async def _request(self, method, url, **kwargs): return url
`,
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecustomize-'));
  for (const package_ of ['urllib3', 'aiohttp']) await mkdir(join(folder, package_));
  for (const [name, text] of Object.entries(CLIENTS)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

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
const pool = (kind: string, host: string, port: string) =>
  `import urllib3; print(urllib3.connectionpool.${kind}(${host}, ${port}).urlopen("POST", "/v1/x?a=1"))`;

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
    'urllib3',
    pool('HTTPSConnectionPool', '"api.openai.com"', '443'),
    'http://127.0.0.1:5000/token/openai/v1/x?a=1',
    ['api.openai.com'],
  ],
  [
    'aiohttp',
    'import asyncio, aiohttp; print(asyncio.run(aiohttp.ClientSession()._request("GET", "https://api.openai.com/v1/x")))',
    'http://127.0.0.1:5000/token/openai/v1/x',
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
    pool('HTTPConnectionPool', '"api.openai.com"', '80'),
    'http://api.openai.com:80/v1/x?a=1',
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
