import { expect, test } from 'vitest';
import { expandServer, neededVariables } from '#trials/mcp/expand.ts';
import type { McpServer } from '#trials/mcp/mcp-server.ts';

const server: McpServer = {
  kind: 'http',
  name: 'web',
  url: 'https://${HOST:-example.test}/mcp',
  headers: { Authorization: 'Bearer ${env:TOKEN}', 'X-Place': '${workspaceFolder}/a' },
  others: {},
};

test('variables are filled in by every spelling of clients, and a default stands for an empty one', () => {
  expect(expandServer(server, { TOKEN: 'secret', HOST: '' }, '/suite')).toEqual({
    server: {
      ...server,
      url: 'https://example.test/mcp',
      headers: { Authorization: 'Bearer secret', 'X-Place': '/suite/a' },
    },
  });
});

test('a variable without a value and without a default is missing by name, never empty', () => {
  expect(expandServer(server, { TOKEN: '' }, '/suite')).toEqual({ missing: ['TOKEN'] });
  expect(neededVariables([server])).toEqual(['TOKEN']);
});

test('a value that looks like a variable is not filled in again', () => {
  const expanded = expandServer(server, { TOKEN: '${HOST}', HOST: 'other.test' }, '/suite');
  expect(expanded).toMatchObject({ server: { headers: { Authorization: 'Bearer ${HOST}' } } });
});
