import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { processesWith } from '../../runner/agents/support.ts';
import { clientEntry, mcpFixture, mcpServers, playClient } from './support.ts';

const never = new AbortController().signal;
const SHOP = { command: process.execPath, args: [mcpFixture('server.mjs')] };
const call = (id: number, name: string, args: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })}\n`;

describe('a server on standard streams', () => {
  test('gets and gives every byte as it is, also bytes that are no message, and its client sees its exit code', async () => {
    const echo = "process.stdin.on('data', (d) => process.stdout.write(d)).on('end', () => process.exit(7))";
    await using servers = mcpServers({ echo: { command: process.execPath, args: ['-e', echo] } });
    const session = await servers.open();
    session.begin(() => null);
    const bytes = Buffer.concat([
      Buffer.from('no json \r\n{"jsonrpc": "2.0"}\n\n'),
      Buffer.from([0xff, 0x00, 0x0a, 0xc3]),
    ]);
    const { stdout, code } = await playClient(clientEntry(session.config, 'echo'), bytes);
    expect(stdout).toEqual(bytes);
    expect(code).toBe(7);
  });

  test('ends while its client still holds the pipe: the client sees exit code and stderr, and the call failed by that', async () => {
    await using servers = mcpServers({ shop: SHOP });
    const session = await servers.open();
    const turn = session.begin(() => null);
    const { code, stderr } = await playClient(clientEntry(session.config, 'shop'), call(1, 'die'), { keepsOpen: true });
    expect(code).toBe(3);
    expect(stderr).toContain('RangeError: the till is empty\n    at till');
    const { calls, losses } = turn.end();
    expect(losses).toEqual(['the MCP server shop exited with code 3: RangeError: the till is empty']);
    expect(calls).toMatchObject([{ name: 'die', status: 'error', result: losses[0] }]);
  });

  test('has its variables, and its client has none of them, nor the way to start it', async () => {
    const secret = 'a-secret-of-the-shop';
    await using servers = mcpServers({ shop: { ...SHOP, env: { CUSTOMER: '${TOKEN}' } } }, { TOKEN: secret });
    const session = await servers.open();
    session.begin(() => null);
    const { stderr } = await playClient(clientEntry(session.config, 'shop'), '');
    expect(stderr).toContain(`open for ${secret}`);
    const file = readFileSync(session.config, 'utf8');
    expect(file).not.toContain(secret);
    expect(file).not.toContain('server.mjs');
  });

  test('is ended with the session, whatever its client does', async () => {
    const mark = `mcp-test-${process.pid}`;
    const stubborn = "process.on('SIGTERM', () => {}); console.error('up'); setInterval(() => {}, 1e6)";
    await using servers = mcpServers({
      shop: { command: process.execPath, args: ['-e', stubborn], env: { MARK: mark } },
    });
    const session = await servers.open();
    session.begin(() => null);
    const client = playClient(clientEntry(session.config, 'shop'), 'x\n', { keepsOpen: true });
    await expect.poll(() => processesWith(`MARK=${mark}`)).not.toEqual([]);
    await session.close();
    await client;
    expect(processesWith(`MARK=${mark}`)).toEqual([]);
  });

  test('answers a mocked tool never: its line does not reach the server', async () => {
    await using servers = mcpServers({ shop: SHOP });
    const session = await servers.open();
    const turn = session.begin(({ name }) =>
      name === 'refund' ? Promise.resolve({ status: 'ok', content: 'mocked', result: 'mocked' }) : null,
    );
    const lines = call(1, 'lookup', { order: 'A1' }) + call(2, 'refund', { order: 'A1' });
    const { stdout } = await playClient(clientEntry(session.config, 'shop'), lines);
    const answers = stdout.toString().trim().split('\n').sort();
    expect(answers.join('\n')).toContain('lookup of A1: done');
    expect(answers.join('\n')).toContain('mocked');
    expect(turn.end().calls).toMatchObject([
      { name: 'lookup', mocked: false, status: 'ok' },
      { name: 'refund', mocked: true, status: 'ok', result: 'mocked' },
    ]);
  });

  test('is not asked after its session: a relay with an old token is turned away', async () => {
    await using servers = mcpServers({ shop: SHOP });
    const [session, other] = [await servers.open(), await servers.open()];
    const entry = clientEntry(session.config, 'shop');
    await session.close();
    expect((await playClient(entry, call(1, 'lookup'), { keepsOpen: true })).stdout.length).toBe(0);
    await other.close();
  });

  test('that is called outside of any turn is in a note, and its last mock still answers', async () => {
    await using servers = mcpServers({ shop: SHOP });
    const session = await servers.open();
    session.begin(() => Promise.resolve('timeout')).end();
    const { stdout } = await playClient(clientEntry(session.config, 'shop'), call(1, 'refund'));
    expect(JSON.parse(stdout.toString())).toMatchObject({ error: { code: -32_001 } });
    expect(servers.notes()).toEqual([expect.stringContaining('1 call of MCP tools was made outside of any turn')]);
  });
});

test('servers that no client ever spoke to are named as such, and calls of their agent stay unknown', async () => {
  await using servers = mcpServers({ shop: SHOP });
  const session = await servers.open();
  expect(session.begin(() => null).end()).toMatchObject({ connected: false, calls: [] });
  expect(servers.notes()).toEqual([expect.stringContaining('does it read the file that {mcp_config}')]);
});

/** A server whose one tool has arguments nested so deep. */
const listing = (levels: number) => ({
  command: process.execPath,
  args: [
    '-e',
    `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      const result = method === 'initialize' ? '{"protocolVersion":"2025-06-18","serverInfo":{"name":"deep","version":"1"},"capabilities":{"tools":{}}}' : '{"tools":[{"name":"refund","inputSchema":' + '{"properties":'.repeat(${levels}) + '{}' + '}'.repeat(${levels}) + '}]}';
      if (id !== undefined) console.log('{"jsonrpc":"2.0","id":' + id + ',"result":' + result + '}');
    })`,
  ],
});

describe('the tools of servers', () => {
  test('are asked for once', async () => {
    await using servers = mcpServers({ shop: SHOP });
    expect(servers.tools()).toBeNull();
    const tools = await servers.listTools(never);
    expect(tools.map(({ server, name }) => `${server} ${name}`)).toEqual(
      ['refund', 'lookup', 'wipe', 'build', 'die'].map((name) => `shop ${name}`),
    );
    expect(await servers.listTools(never)).toBe(tools);
  });

  test.for<[how: string, server: object, message: RegExp]>([
    [
      'a version of another year',
      { ...SHOP, env: { ONLY: '2099-01-01' } },
      /shop speaks no version of the protocol that is known here \(2026-07-28, 2025-11-25, .*\): it offers 2099-01-01/,
    ],
    [
      'a missing program',
      { command: 'no-such-program' },
      /the MCP server shop can't be started: "no-such-program" was not found \(ENOENT\)/,
    ],
    [
      'a server that breaks',
      { ...SHOP, env: { BROKEN: '1' } },
      /shop exited with code 1 before it answered: TypeError: the shop has no door/,
    ],
    [
      'a program that prints',
      { command: process.execPath, args: ['-e', "console.log('hello')"] },
      /it printed "hello" on standard output/,
    ],
    ['arguments nested 100,000 deep', listing(100_000), /shop lists the tool refund with more than 64 levels/],
    ['arguments nested 70 deep', listing(70), /shop lists the tool refund with more than 64 levels/],
    [
      'an endless line',
      { command: process.execPath, args: ['-e', "const f = () => process.stdout.write('x'.repeat(1e6), f); f()"] },
      /shop printed a line of more than 8 MB/,
    ],
    [
      'a variable without a value',
      { ...SHOP, env: { A: '${NOT_SET}' } },
      /the MCP server shop needs NOT_SET, which has no value/,
    ],
    [
      'a host that nobody allowed',
      { url: 'https://example.test/mcp' },
      /shop is at example\.test, which is not this machine; name it in the input allowed-hosts/,
    ],
    ['nobody at the address', { url: 'http://127.0.0.1:9/mcp' }, /the MCP server shop can't be reached: .*/],
  ])('%s makes the agent unavailable, the cause first', async ([, server, message]) => {
    await using servers = mcpServers({ shop: server });
    await expect(servers.listTools(never)).rejects.toThrow(message);
  });
});
