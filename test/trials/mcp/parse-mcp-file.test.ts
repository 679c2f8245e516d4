import { describe, expect, test } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import { parseMcpFile } from '#trials/mcp/parse-mcp-file.ts';

describe('a file of MCP servers', () => {
  test('names programs and addresses, under either key, and keeps what only a client reads', () => {
    const file = {
      servers: {
        shop: { type: 'stdio', command: 'node', args: ['shop.mjs'], env: { PORT: 1 }, cwd: 'tools', timeout: 5 },
        web: { type: 'streamable-http', url: 'https://example.test/mcp', headers: { Authorization: 'Bearer ${KEY}' } },
        old: { disabled: true, type: 'sse' },
      },
    };
    expect(parseMcpFile(JSON.stringify(file), 'mcp.json')).toEqual({
      mcp: {
        key: 'servers',
        servers: [
          {
            kind: 'stdio',
            name: 'shop',
            command: 'node',
            args: ['shop.mjs'],
            env: { PORT: '1' },
            cwd: 'tools',
            others: { timeout: 5 },
          },
          {
            kind: 'http',
            name: 'web',
            url: 'https://example.test/mcp',
            headers: { Authorization: 'Bearer ${KEY}' },
            others: {},
          },
        ],
      },
    });
  });

  test.for<[problem: string, text: string, message: string]>([
    ['no JSON', '{"mcpServers": {', 'mcp.json:1:17: '],
    ['another key', '{"mcpServer": {}}', 'expected a mapping with `mcpServers`'],
    ['no server', '{"mcpServers": {}}', 'expected servers by name'],
    ['only disabled ones', one({ disabled: true, command: 'x' }), 'every server is disabled'],
    ['neither program nor address', one({ args: [] }), 'mcp.json:1:23: mcpServers.shop: has neither `command`'],
    ['both', one({ command: 'x', url: 'http://127.0.0.1/mcp' }), 'either `command` or `url`'],
    ['an unknown transport', one({ type: 'websocket', url: 'http://127.0.0.1/' }), 'unknown transport "websocket"'],
    ['the transport of 2024', one({ type: 'sse', url: 'http://127.0.0.1/sse' }), 'write `"type": "http"`'],
    ['a transport that is not its own', one({ type: 'http', command: 'x' }), 'has the transport stdio'],
    ['no address', one({ url: 'example.test/mcp' }), 'begins with http:// or https://'],
    ['a password in the address', one({ url: 'https://me:word@example.test/' }), 'send it in `headers`'],
    ['headers of a program', one({ command: 'x', headers: {} }), 'mcpServers.shop.headers: goes with `url`'],
    ['arguments that are no texts', one({ command: 'x', args: [1] }), 'mcpServers.shop.args[0]: expected a text'],
    ['a file of variables', one({ command: 'x', envFile: '.env' }), 'write them in `env`'],
    ['a question to a person', one({ command: 'x', env: { A: '${input:key}' } }), 'nobody can be asked'],
    ['no program', one({ command: '' }), 'mcpServers.shop.command: expected a text that is not empty'],
  ])('with %s is refused where it is, with the mend', ([, text, message]) => {
    const parsed = parseMcpFile(text, 'mcp.json');
    expect('issues' in parsed ? parsed.issues.map(formatIssue).join('\n') : parsed).toContain(message);
  });
});

function one(server: object): string {
  return JSON.stringify({ mcpServers: { shop: server } });
}
