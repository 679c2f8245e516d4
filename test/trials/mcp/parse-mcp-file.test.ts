import { describe, expect, test } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import { jsonText } from '#common/json-text.ts';
import { expectSaid } from '#test/support/said.ts';
import { parseMcpFile } from '#trials/mcp/parse-mcp-file.ts';

describe('a file of MCP servers', () => {
  test('names programs and addresses, under either key, and keeps what only a client reads', () => {
    const file = {
      servers: {
        shop: {
          type: 'stdio',
          command: 'node',
          args: ['shop.mjs'],
          env: { PORT: 1 },
          cwd: 'tools',
          id: 9007199254740993n,
        },
        web: { type: 'streamable-http', url: 'https://example.test/mcp', headers: { Authorization: 'Bearer ${KEY}' } },
        old: { disabled: true, type: 'sse' },
      },
    };
    expect(parseMcpFile(jsonText(file), 'mcp.json')).toEqual({
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
            others: { id: 9007199254740993n },
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

  test('is refused where it is wrong, with the mend', () => {
    return expectSaid(new URL('golden/refused.txt', import.meta.url), (text) => {
      const parsed = parseMcpFile(text, 'mcp.json');
      return 'issues' in parsed ? parsed.issues.map(formatIssue) : ['is read'];
    });
  });
});
