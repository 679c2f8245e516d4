import { createServer, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CHAT, REAL_KEY, STREAMED, startScene } from '#test/wire/gateway/scene.ts';

/** A provider that answers everything with `answer`. */
async function upstream(answer: (response: ServerResponse, key: string) => void) {
  const server = createServer((request, response) => {
    response.on('error', () => {});
    request.resume().on('end', () => answer(response, request.headers.authorization ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const scene = await startScene(() => ({ text: '' }), {
    environment: { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` },
  });
  return {
    ...scene,
    async [Symbol.asyncDispose]() {
      await scene[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const EVENT_STREAM = { 'content-type': 'text/event-stream' };

describe('a kilobyte that unpacks to more than is read', () => {
  const packed = (text: string, size: number) =>
    brotliCompressSync(Buffer.alloc(size, text), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

  test.each([
    ['as a stream', STREAMED, 200, 'text/event-stream', 'x'],
    ['as a stream of a million events', STREAMED, 200, 'text/event-stream', '\n\n'],
    ['as a whole answer', CHAT, 200, 'application/json', 'x'],
    ['as an error', CHAT, 400, 'application/json', 'x'],
  ])('%s is given up as soon as it shows', async (_, body, status, type, text) => {
    const bomb = packed(text, 1 << 28);
    await using scene = await upstream((response) => {
      response.writeHead(status, { 'content-type': type, 'content-encoding': 'br' }).end(bomb);
    });
    const told = await scene.ask({ body });
    expect(told.text.length).toBeLessThan(5 * 1024 * 1024);
    expect(scene.calls).toHaveLength(1);
    expect(scene.calls[0]?.answer).toBeNull();
  });

  test('is not what a model makes that says the same for long', async () => {
    const piece = `data: ${JSON.stringify({ id: '1', choices: [{ index: 0, delta: { content: 'ha' } }] })}\n\n`;
    const size = piece.length * 50_000;
    await using scene = await upstream((response) => {
      response.writeHead(200, { ...EVENT_STREAM, 'content-encoding': 'br' }).end(packed(piece, size));
    });
    expect((await scene.ask({ body: STREAMED })).text.length).toBe(size);
  });
});

test.each(['text/event-stream', 'application/x-ndjson'])(
  'a line without end in small pieces (%s) is passed on in time that grows with its length alone',
  async (type) => {
    const pieces = 8000;
    await using scene = await upstream((response) => {
      response.writeHead(200, { 'content-type': type });
      const write = (left: number): void => {
        if (left === 0) return void response.end();
        response.write('data: '.padEnd(1000, 'x'));
        setImmediate(write, left - 1);
      };
      write(pieces);
    });
    const told = await scene.ask({ body: STREAMED });
    expect(told.text.length).toBe(pieces * 1000);
    expect(scene.calls[0]?.answer).toBeNull();
  },
  60_000,
);

describe('a provider that repeats the key', () => {
  test('in its headers tells it to nobody', async () => {
    for (const status of [200, 400]) {
      await using scene = await upstream((response, key) => {
        response
          .writeHead(status, {
            'x-request-id': key,
            'openai-processing': key,
            'x-ratelimit-owner': key,
            'content-type': `application/json; of="${key}"`,
          })
          .end('{}');
      });
      const told = await scene.ask();
      expect(told.headers['x-request-id']).toBe('Bearer [key]');
      expect(JSON.stringify(told)).not.toContain(REAL_KEY);
    }
  });

  test.each([true, false])(
    'in a piece of a stream tells it to nobody (usage asked by the client: %s)',
    async (include_usage) => {
      await using scene = await upstream((response, key) => {
        response
          .writeHead(200, EVENT_STREAM)
          .end(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: key } }] })}\n\ndata: [DONE]\n\n`);
      });
      const told = await scene.ask({ body: { ...STREAMED, stream_options: { include_usage } } });
      expect(told.text).toContain('Bearer [key]');
      expect(told.text).not.toContain(REAL_KEY);
    },
  );

  test.each([
    ['base64', 'base64'],
    ['base64 of a URL', 'base64url'],
    ['hexadecimal digits', 'hex'],
  ] as const)('in %s tells it to nobody', async (_, encoding) => {
    const echo = Buffer.from(`user:${REAL_KEY}`).toString(encoding);
    for (const text of [echo, echo.toUpperCase()].slice(0, encoding === 'hex' ? 2 : 1))
      for (const status of [200, 400]) {
        await using scene = await upstream((response) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ echo: text }));
        });
        const told = await scene.ask();
        expect(told.text).toContain('[key]');
        expect(Buffer.from(told.text.replace('[key]', ''), encoding).includes(REAL_KEY)).toBe(false);
      }
  });
});
