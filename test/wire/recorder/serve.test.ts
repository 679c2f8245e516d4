import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { devNull } from 'node:os';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tries } from '#test/support/tries.ts';
import type { RecorderSession } from '#wire/ports.ts';
import { ask, openRecorder, recorderFor, turnOf } from './support.ts';

const PATIENT = { timeout: 120_000, interval: 10 };

/** Sends bytes as they are and reads until the server hangs up or `enough` has come. */
async function raw(base: string | undefined, text: string | Uint8Array, enough = /$^/): Promise<string> {
  const socket = connect(Number(new URL(base ?? '').port), '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1');
    if (enough.test(heard)) socket.destroy();
  });
  socket.on('error', () => {});
  socket.end(text);
  await once(socket, 'close');
  return heard;
}

/** Base URL of a provider, by its name. */
function rootOf({ variables }: RecorderSession, provider: string): string {
  const names: { readonly [provider: string]: string } = { anthropic: 'ANTHROPIC_BASE_URL', ollama: 'OLLAMA_HOST' };
  return variables[names[provider] ?? 'OPENAI_BASE_URL'] ?? '';
}

async function* arriving(texts: readonly Promise<string>[]): AsyncGenerator<string> {
  for (const text of texts) yield await text;
}

const messageOf = (text: string) => JSON.parse(text).error?.message ?? JSON.parse(text).error;

describe('a request that is served', () => {
  test('goes through the gateway as it came, and the answer comes back as it is', async () => {
    await using recorder = await openRecorder(() => ({
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': '7', 'content-length': '999', 'x-request-id': 'r' },
      body: ['{"a":', '1}'],
    }));
    const { status, headers, text } = await ask(recorder.base, {
      path: '/chat/completions?some=1',
      body: '{"ünï":1}',
      headers: { authorization: 'Bearer x' },
    });
    expect([status, text, headers.get('retry-after'), headers.get('x-request-id')]).toEqual([429, '{"a":1}', '7', 'r']);
    expect(recorder.received[0]?.request).toMatchObject({
      provider: 'openai',
      method: 'POST',
      path: '/chat/completions?some=1',
      body: '{"ünï":1}',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    });
  });

  test.each([
    ['OPENAI_BASE_URL', '/chat/completions', 'openai', '/chat/completions'],
    ['OPENAI_BASE_URL', '/v1/responses', 'openai', '/responses'],
    ['OPENAI_API_BASE', '//embeddings', 'openai', '/embeddings'],
    ['ANTHROPIC_BASE_URL', '/v1/messages', 'anthropic', '/messages'],
    ['ANTHROPIC_BASE_URL', '/messages', 'anthropic', '/messages'],
    ['OLLAMA_HOST', '/api/chat', 'ollama', '/api/chat'],
    ['OLLAMA_HOST', '/v1/chat/completions', 'ollama', '/chat/completions'],
  ])('is found below %s at %s', async (variable, path, provider, expected) => {
    await using recorder = await openRecorder();
    const { session } = recorder;
    expect((await ask(session.variables[variable], { path })).status).toBe(200);
    expect(recorder.received[0]?.request).toMatchObject({ provider, path: expected });
  });

  test("that tells the version of Azure's API is Azure's, though its client was led by OpenAI's variable", async () => {
    await using recorder = await openRecorder();
    const base = recorder.base;
    await ask(base, { path: '/deployments/my-gpt/chat/completions?api-version=2024-10-21' });
    await ask(base, { path: '/responses?api-version=2024-10-21' });
    expect(recorder.received.map(({ request: { provider, path } }) => [provider, path])).toEqual([
      ['azure', '/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21'],
      ['azure', '/openai/responses?api-version=2024-10-21'],
    ]);
  });

  test('that uploads a file keeps its bytes, and compares without the boundary that is drawn each time', async () => {
    await using recorder = await openRecorder();
    for (let time = 0; time < 2; time += 1) {
      const body = new FormData();
      body.set('file', new Blob([Buffer.from([0, 255, 128])]), 'a.bin');
      expect((await fetch(`${recorder.base}/files`, { method: 'POST', body })).status).toBe(200);
    }
    const [left, right] = recorder.received.map(({ request }) => request);
    expect(left?.body).toBe(right?.body);
    expect(Buffer.from(left?.bytes ?? []).includes(Buffer.from([0, 255, 128]))).toBe(true);
    expect(Buffer.compare(left?.bytes ?? Buffer.alloc(0), right?.bytes ?? Buffer.alloc(0))).not.toBe(0);
  });

  test('has its headers and every piece handed on at once', async () => {
    const pieces = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    await using recorder = await openRecorder(() => ({ body: arriving(pieces.map(({ promise }) => promise)) }));
    const response = await fetch(`${recorder.base}/models`);
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    pieces[0]?.resolve('data: one\n\n');
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: one\n\n');
    pieces[1]?.resolve('data: two\n\n');
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: two\n\n');
    expect((await reader?.read())?.done).toBe(true);
  });

  test('is read from the provider no faster than the client takes it', async () => {
    let chunks = 0;
    function* flood() {
      for (; chunks < 400; chunks += 1) yield 'x'.repeat(256 * 1024);
    }
    await using recorder = await openRecorder(() => ({ body: flood() }));
    const request = httpRequest(`${recorder.base}/models`);
    request.end();
    const [response] = await once(request, 'response');
    response.pause();
    await expect.poll(() => chunks, PATIENT).toBeGreaterThan(0);
    const settled = { before: -1 };
    await expect
      .poll(
        () => {
          const still = settled.before === chunks;
          settled.before = chunks;
          return still;
        },
        { timeout: 120_000, interval: 200 },
      )
      .toBe(true);
    expect(chunks).toBeLessThan(200);
    let length = 0;
    for await (const chunk of response) length += chunk.length;
    expect(length).toBe(400 * 256 * 1024);
  });

  test('is aborted when its client hangs up, before the answer and within it', async () => {
    async function* endless() {
      yield 'first';
      await new Promise(() => {});
    }
    await using recorder = await openRecorder(({ request }) =>
      request.body === 'before' ? new Promise(() => {}) : { body: endless() },
    );
    for (const [at, body] of ['before', 'within'].entries()) {
      const abort = new AbortController();
      const options = { method: 'POST', body, signal: abort.signal };
      const asked = fetch(`${recorder.base}/chat/completions`, options);
      if (body === 'within') await (await asked).body?.getReader().read();
      else await expect.poll(() => recorder.received.length, PATIENT).toBe(1);
      abort.abort();
      await asked.catch(() => {});
      await expect.poll(() => recorder.received[at]?.signal.aborted, PATIENT).toBe(true);
    }
  });

  test.each([
    ['a stream', 'text/event-stream', ['data: 1\n\n']],
    ['a whole body', 'application/json', ['{"a":1}']],
    ['a body of nothing', 'application/json', []],
  ])('and is lost on its way is seen to break off: %s', async (_, type, pieces) => {
    async function* lost() {
      yield* pieces;
      throw new Error('lost upstream');
    }
    await using recorder = await openRecorder(() => ({ headers: { 'content-type': type }, body: lost() }));
    const { session } = recorder;
    await expect(ask(recorder.base)).rejects.toThrow(/terminated|fetch failed/);
    expect((await fetch(rootOf(session, 'ollama'))).status).toBe(200);
  });

  test('may be announced with Expect: 100-continue', async () => {
    await using recorder = await openRecorder(() => ({ body: ['done'] }));
    const request = httpRequest(`${recorder.base}/chat/completions`, {
      method: 'POST',
      headers: { expect: '100-continue' },
    });
    request.flushHeaders();
    await once(request, 'continue');
    request.end('body');
    const [response] = await once(request, 'response');
    expect([response.statusCode, recorder.received[0]?.request.body]).toEqual([200, 'body']);
    response.resume();
  });

  test('shares a connection with others, however long it is idle', async () => {
    await using recorder = await openRecorder();
    const line = `GET ${new URL(`${recorder.base}/models`).pathname} HTTP/1.1\r\nHost: localhost\r\n`;
    const heard = await raw(recorder.base, `${line}\r\n${line}Connection: close\r\n\r\n`);
    expect(heard.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(heard).not.toMatch(/keep-alive: timeout/i);
  });
});

describe('a request that is not served', () => {
  test('is in the report, with its path and provider, in harmless text', async () => {
    await using recorder = recorderFor();
    const { variables } = await recorder.open();
    await ask(variables['OPENAI_BASE_URL'], { path: '/images/generations' });
    await ask(variables['OPENAI_BASE_URL'], { path: '/images/generations' });
    await ask(variables['ANTHROPIC_BASE_URL'], { path: '/v1/<b>@everyone</b>`' });
    expect(recorder.notes()).toEqual([
      expect.stringMatching(
        /^the recorder refused requests that it does not read: POST \/v1\/%3Cb%3E\?everyone\S* of anthropic \(1\), POST \/v1\/images\/generations of openai \(2\)\. .*Without `record`/,
      ),
    ]);
  });

  test('that is telemetry of a framework is refused in words of its own, and nothing is missing', async () => {
    await using recorder = recorderFor();
    const { variables } = await recorder.open();
    const traces = await ask(variables['OPENAI_BASE_URL'], { path: '/traces/ingest' });
    await ask(variables['ANTHROPIC_BASE_URL'], { path: '/api/event_logging/batch' });
    expect(traces.status).toBe(404);
    expect(traces.text).toContain('takes no telemetry, and no model call is lost');
    expect(recorder.notes()).toEqual([
      expect.stringMatching(
        /^the recorder refused telemetry of the agent: POST \/api\/event_logging\/batch of anthropic \(1\), POST \/v1\/traces\/ingest of openai \(1\)\. It asks no model/,
      ),
    ]);
  });

  test.each([
    [
      'openai',
      '/images/generations',
      'POST',
      404,
      /does not serve POST \/v1\/images\/generations of openai; it serves .*\/chat\/completions/,
    ],
    ['anthropic', '/v1/complete', 'POST', 404, /of anthropic; it serves .*\/messages/],
    ['ollama', '/api/pull', 'POST', 404, /of ollama; it serves .*\/api\/chat/],
    ['openai', '/../../etc/passwd', 'GET', 404, /./],
    ['openai', '/chat/completions', 'GET', 405, /takes POST, not GET/],
    ['openai', '/models', 'DELETE', 405, /takes GET, not DELETE/],
  ])('names what is: %s%s by %s', async (provider, path, method, expected, message) => {
    await using recorder = await openRecorder();
    const { session } = recorder;
    const response = await fetch(`${rootOf(session, provider)}${path}`, { method });
    expect([response.status, messageOf(await response.text())]).toEqual([expected, expect.stringMatching(message)]);
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect(recorder.received).toEqual([]);
  });

  test.each([
    ['/responses', []],
    ['/realtime', [expect.stringContaining('a WebSocket for GET /v1/realtime of openai (1)')]],
  ])(
    'because it asks for a WebSocket (%s) is refused with 426, by which Codex goes on over HTTP',
    async (path, notes) => {
      await using recorder = recorderFor();
      const base = new URL(rootOf(await recorder.open(), 'openai'));
      const handshake = `GET ${base.pathname}${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
      const answer = await raw(base.href, handshake);
      expect(answer).toMatch(/^HTTP\/1\.1 426 Upgrade Required\r\n.*send the request over HTTP/s);
      expect([recorder.notes(), recorder.received]).toEqual([notes, []]);
    },
  );

  test('because it names no provider, says how the path goes on', async () => {
    await using recorder = await openRecorder();
    const { session } = recorder;
    const response = await fetch(new URL('..', rootOf(session, 'openai')));
    expect([response.status, messageOf(await response.text())]).toEqual([404, expect.stringMatching(/\/openai\/v1/)]);
  });

  test.each([
    ['HEAD', 200],
    ['OPTIONS', 204],
    ['GET', 200],
  ])('but asks whether anybody is there gets an answer: %s', async (method, status) => {
    await using recorder = await openRecorder();
    const { session } = recorder;
    expect((await fetch(`${session.variables['OLLAMA_HOST']}/`, { method })).status).toBe(status);
  });

  test.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80', '10.0.0.1', ''])(
    'because it is for the host "%s" gets nowhere',
    async (host) => {
      await using recorder = await openRecorder();
      const path = new URL(`${recorder.base}/models`).pathname;
      const heard = await raw(recorder.base, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(heard).toMatch(/^HTTP\/1\.1 403/);
      expect(recorder.received).toEqual([]);
    },
  );

  test('because it is larger than 64 MB is refused and not kept', async () => {
    await using recorder = await openRecorder();
    const { status, text } = await ask(recorder.base, { body: 'x'.repeat(65 * 1024 * 1024) });
    expect([status, messageOf(text)]).toEqual([413, expect.stringMatching(/at most 64 MB/)]);
    expect((await ask(recorder.base, { body: 'x'.repeat(64 * 1024 * 1024) })).status).toBe(200);
    expect(recorder.received).toHaveLength(1);
  });

  test('because it is compressed is refused', async () => {
    await using recorder = await openRecorder();
    const { status, text } = await ask(recorder.base, {
      headers: { 'content-encoding': 'gzip' },
    });
    expect([status, messageOf(text)]).toEqual([415, expect.stringMatching(/without compression/)]);
  });
});

test('no bytes bring the recorder down', async () => {
  await using recorder = await openRecorder();
  const base = recorder.base;
  const path = new URL(base ?? '').pathname;
  const hostile = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(`POST ${path}${text} HTTP/1.1\r\nHost: localhost\r\n\r\n`)),
    fc
      .tuple(
        fc.constantFrom(
          'Host: localhost',
          'Content-Length: -1',
          'Transfer-Encoding: chunked',
          'Upgrade: x',
          'Expect: y',
        ),
        fc.string(),
      )
      .map(([header, body]) =>
        Buffer.from(
          `POST ${path}/chat/completions HTTP/1.1\r\nHost: localhost\r\n${header}\r\nConnection: close\r\n\r\n${body}`,
        ),
      ),
    fc
      .constantFrom(
        'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
        'GET http://[ HTTP/1.1\r\n\r\n',
        'GET * HTTP/1.0\r\n\r\n',
      )
      .map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(hostile, async (bytes) => {
      await raw(base, bytes);
    }),
    { numRuns: tries(150) },
  );
  expect((await ask(base)).status).toBe(200);
});

describe('a recorder', () => {
  test('gives each session base URLs of its own, keys that are none, and loopback without a proxy', async () => {
    await using recorder = await openRecorder();
    const [first, second] = [await recorder.open(), await recorder.open()];
    const { variables } = first;
    const root = /^http:\/\/127\.0\.0\.1:\d+\/\d{39}/;
    expect(variables).toEqual({
      OPENAI_BASE_URL: expect.stringMatching(new RegExp(`${root.source}/openai/v1$`)),
      OPENAI_API_BASE: variables['OPENAI_BASE_URL'],
      AZURE_OPENAI_ENDPOINT: expect.stringMatching(new RegExp(`${root.source}/azure$`)),
      AZURE_OPENAI_API_KEY: expect.stringMatching(/^agent-eval-dummy-key[\w-]*AZURE_OPENAI_ENDPOINT$/),
      AZURE_OPENAI_AD_TOKEN: variables['AZURE_OPENAI_API_KEY'],
      OPENROUTER_BASE_URL: expect.stringMatching(new RegExp(`${root.source}/openrouter/v1$`)),
      OPENROUTER_API_BASE: variables['OPENROUTER_BASE_URL'],
      OPENROUTER_API_KEY: expect.stringMatching(/^agent-eval-dummy-key[\w-]*OPENROUTER_BASE_URL$/),
      AI_GATEWAY_BASE_URL: expect.stringMatching(new RegExp(`${root.source}/vercel/v3/ai$`)),
      AI_GATEWAY_API_KEY: expect.stringMatching(/^agent-eval-dummy-key[\w-]*AI_GATEWAY_BASE_URL$/),
      ANTHROPIC_BASE_URL: expect.stringMatching(new RegExp(`${root.source}/anthropic$`)),
      GOOGLE_GEMINI_BASE_URL: expect.stringMatching(new RegExp(`${root.source}/gemini$`)),
      GEMINI_API_KEY: expect.stringMatching(/^agent-eval-dummy-key[\w-]*GOOGLE_GEMINI_BASE_URL$/),
      GOOGLE_API_KEY: variables['GEMINI_API_KEY'],
      GOOGLE_GENERATIVE_AI_API_KEY: variables['GEMINI_API_KEY'],
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: expect.stringMatching(new RegExp(`${root.source}/bedrock$`)),
      ANTHROPIC_BEDROCK_BASE_URL: variables['AWS_ENDPOINT_URL_BEDROCK_RUNTIME'],
      AWS_ACCESS_KEY_ID: expect.stringMatching(/^agent-eval-dummy-key[\w-]*AWS_ENDPOINT_URL_BEDROCK_RUNTIME$/),
      AWS_SECRET_ACCESS_KEY: variables['AWS_ACCESS_KEY_ID'],
      AWS_SESSION_TOKEN: variables['AWS_ACCESS_KEY_ID'],
      AWS_REGION: 'us-east-1',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_MAX_ATTEMPTS: '1',
      OLLAMA_HOST: expect.stringMatching(new RegExp(`${root.source}/ollama$`)),
      OPENAI_API_KEY: expect.stringMatching(/^agent-eval-dummy-key[\w-]*OPENAI_BASE_URL$/),
      ANTHROPIC_API_KEY: expect.stringMatching(/^agent-eval-dummy-key[\w-]*ANTHROPIC_BASE_URL$/),
      ANTHROPIC_AUTH_TOKEN: expect.stringMatching(/^agent-eval-dummy-key[\w-]*ANTHROPIC_BASE_URL$/),
      OLLAMA_API_KEY: expect.stringMatching(/^agent-eval-dummy-key[\w-]*OLLAMA_HOST$/),
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
    });
    expect(second.variables['OPENAI_BASE_URL']).not.toBe(variables['OPENAI_BASE_URL']);
  });

  test('that is closed takes no calls, drops those under way, and says that turns are no longer seen', async () => {
    const recorder = await openRecorder(() => new Promise(() => {}));
    const { session } = recorder;
    const [open, over] = [session.begin(turnOf(1)), session.begin(turnOf(2))];
    over.end();
    const hanging = ask(recorder.base).then(
      () => 'answered',
      () => 'dropped',
    );
    await expect.poll(() => recorder.received.length, PATIENT).toBe(1);
    await recorder.close();
    await recorder.close();
    expect(await hanging).toBe('dropped');
    await expect.poll(() => recorder.received[0]?.signal.aborted, PATIENT).toBe(true);
    await expect(ask(recorder.base)).rejects.toThrow(/fetch failed/);
    expect(() => session.begin(turnOf())).toThrow(/recorder is closed/);
    expect(() => open.end()).toThrow(/recorder is closed/);
    expect(over.end()).toEqual([]);
    await expect(recorder.open()).rejects.toThrow(/recorder is closed/);
  });
});
