import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '#test/testing/providers/incoming.ts';
import { startTunnelProxy } from '../tunnel-proxy.ts';
import { clientEntry, mcpServers } from './support.ts';

const SECRET = 'Bearer a-secret-of-the-shop';
const call = (id: number, name: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: {} },
});

describe('a server on streamable HTTP', () => {
  test('gets its secret from the proxy alone, and both sides every header of the protocol', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const { url } = await upstream((request, response, body) => {
      seen.push(request.headers);
      response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's1' });
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id: body.id, result: { content: [{ type: 'text', text: 'ok' }] } }),
      );
    });
    await using servers = mcpServers({ shop: { url, headers: { Authorization: '${TOKEN}' } } }, { TOKEN: SECRET });
    const session = await servers.open();
    const turn = session.begin(() => null);
    const entry = clientEntry(session.config, 'shop');
    expect(JSON.stringify(entry)).not.toContain('secret');
    const response = await post(entry, call(1, 'refund'), {
      'mcp-session-id': 's1',
      'mcp-protocol-version': '2025-06-18',
    });
    expect(response.headers.get('mcp-session-id')).toBe('s1');
    await response.text();
    expect(seen).toMatchObject([
      { authorization: SECRET, 'mcp-session-id': 's1', 'mcp-protocol-version': '2025-06-18' },
    ]);
    expect(turn.end().calls).toMatchObject([{ server: 'shop', name: 'refund', status: 'ok', result: 'ok' }]);
  });

  test('streams unheld: an event arrives before the next one is sent', async () => {
    let goOn = (): void => {};
    const { url } = await upstream((_, response, body) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n');
      goOn = () =>
        response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: body.id, result: { content: [] } })}\n\n`);
    });
    await using servers = mcpServers({ shop: { url } });
    const session = await servers.open();
    const turn = session.begin(() => null);
    const { body } = await post(clientEntry(session.config, 'shop'), call(1, 'refund'));
    const reader = body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('notifications/progress');
    goOn();
    while ((await reader?.read())?.done === false);
    expect(turn.end().calls).toMatchObject([{ name: 'refund', status: 'ok' }]);
  });

  test('is not reached by a mocked call, nor is one answered for an unknown token', async () => {
    let asked = 0;
    const { url } = await upstream((_, response) => {
      asked += 1;
      response.writeHead(202).end();
    });
    await using servers = mcpServers({ shop: { url } });
    const session = await servers.open();
    const turn = session.begin(() => Promise.resolve({ status: 'error', content: 'sold out', result: 'sold out' }));
    const entry = clientEntry(session.config, 'shop');
    expect(await (await post(entry, call(1, 'refund'))).json()).toMatchObject({ id: 1, result: { isError: true } });
    expect(turn.end().calls).toMatchObject([{ status: 'error', mocked: true }]);
    const forged = { url: String(entry['url']).replace(/[0-9a-f]{32}/, '0'.repeat(32)) };
    expect((await post(forged, call(2, 'refund'))).status).toBe(404);
    expect(asked).toBe(0);
  });

  test('that redirects or is away gives its client an error, and is named', async () => {
    const { url } = await upstream((_, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end());
    await using servers = mcpServers({ shop: { url }, gone: { url: 'http://127.0.0.1:9/mcp' } });
    const session = await servers.open();
    const turn = session.begin(() => null);
    for (const name of ['shop', 'gone']) {
      const response = await post(clientEntry(session.config, name), call(1, 'refund'));
      expect(response.status).toBe(502);
      expect(await response.json()).toMatchObject({ error: { code: -32_603 } });
    }
    const { losses, fault, calls } = turn.end();
    expect(losses).toEqual([
      expect.stringContaining('answered 307, a redirect'),
      expect.stringContaining("gone can't be reached"),
    ]);
    expect(calls.map(({ status }) => status)).toEqual(['error', 'error']);
    // What runs on this machine is the repository's own.
    expect(fault).toBeNull();
  });
});

test.for([
  ['application/json', '{"jsonrpc":"2.0","id":1,"result":{"capabilities":'],
  ['text/event-stream', 'data: '],
] as const)('a server whose answer (%s) never ends is given up soon, and named', async ([type, begin]) => {
  const { url } = await upstream((_, response) => {
    response.writeHead(200, { 'content-type': type }).write(begin);
    const more = (): void => {
      if (!response.destroyed) response.write('x'.repeat(1 << 20), () => setImmediate(more));
    };
    more();
  });
  await using servers = mcpServers({ shop: { url } });
  await expect(servers.listTools(AbortSignal.timeout(60_000))).rejects.toThrow(
    /the MCP server shop answers with more than 16 MB/,
  );
});

test('a server that knows the newest version alone is asked in it, with what the version wants in headers and in `_meta`', async () => {
  const supported = ['2026-07-28'];
  const newer = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  const { url } = await upstream((request, response, { id, method, params }) => {
    const version = request.headers['mcp-protocol-version'];
    const isNew = version === supported[0] && version === params?._meta?.['io.modelcontextprotocol/protocolVersion'];
    const data = { supported, requested: 'another' };
    response.writeHead(isNew ? 200 : 400, { 'content-type': 'application/json' });
    const answer = !isNew
      ? { error: { code: -32_022, message: 'Unsupported protocol version', data } }
      : method === 'server/discover'
        ? { result: { ...newer, supportedVersions: supported, capabilities: { tools: {} } } }
        : {
            result: {
              ...newer,
              tools: [{ name: String(request.headers['mcp-method']), inputSchema: { type: 'object' } }],
            },
          };
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  await using servers = mcpServers({ shop: { url } });
  expect((await servers.listTools(new AbortController().signal)).map(({ name }) => name)).toEqual(['tools/list']);
});

test('a server elsewhere is reached through the proxy of the workflow, and one on this machine directly', async () => {
  const told: string[] = [];
  const result = {
    capabilities: { tools: {} },
    protocolVersion: '2025-06-18',
    serverInfo: { name: 'shop', version: '1' },
    tools: [{ name: 'refund' }],
    content: [],
  };
  const answer: Answer = (request, response, body) => {
    told.push(`${request.method} ${request.url} ${request.headers['authorization']}`);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: body.id ?? 0, result }));
  };
  const near = await upstream(answer);
  const elsewhere = await upstream(answer);
  await using proxy = await startTunnelProxy(Number(new URL(elsewhere.url).port));
  const far = { url: 'http://mcp.shop.example/mcp', headers: { Authorization: SECRET } };
  await using servers = mcpServers(
    { far, near },
    {},
    {
      proxy: { http: proxy.url, https: '', no_proxy: '127.0.0.1' },
      isAllowedHost: ({ host }) => host === 'mcp.shop.example',
    },
  );
  expect((await servers.listTools(new AbortController().signal)).map(({ server }) => server)).toEqual(['far', 'near']);
  const session = await servers.open();
  const turn = session.begin(() => null);
  for (const name of ['far', 'near'])
    expect((await post(clientEntry(session.config, name), call(1, 'refund'))).status).toBe(200);
  expect(turn.end().calls).toMatchObject([{ server: 'far' }, { server: 'near' }]);
  expect(new Set(proxy.wanted)).toEqual(new Set(['mcp.shop.example:80']));
  expect(told.filter((line) => line.endsWith(SECRET))).toHaveLength(4);
});

interface Body {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly _meta?: { readonly [key: string]: string } };
}
type Answer = (request: IncomingMessage, response: ServerResponse, body: Body) => void;

async function upstream(answer: Answer): Promise<{ readonly url: string }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
    answer(request, response, JSON.parse(Buffer.concat(chunks).toString() || '{}'));
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `${await listen(server, 0)}/mcp` };
}

function post(
  entry: { readonly [key: string]: unknown },
  message: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(String(entry['url']), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(message),
  });
}
