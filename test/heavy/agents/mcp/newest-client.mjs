// An agent over the newest SDK of the Model Context Protocol: a list of calls as input, their texts as answer. It agrees to all
// that a server asks back.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const { command, args, url } = JSON.parse(readFileSync(process.env.AGENT_EVAL_MCP_CONFIG, 'utf8')).mcpServers.till;
const options = { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } };
const client = new Client({ name: 'agent', version: '1' }, options);
client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { ok: true } }));
await client.connect(
  url === undefined
    ? new StdioClientTransport({ command, args, stderr: 'inherit' })
    : new StreamableHTTPClientTransport(new URL(url)),
);
await client.listTools();

for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type !== 'turn') continue;
  const words = [];
  for (const { tool, arguments: given = {} } of JSON.parse(turn.input)) {
    const { content } = await client.callTool({ name: tool, arguments: given });
    words.push(content.map(({ text }) => text).join(' '));
  }
  console.log(JSON.stringify({ id: turn.id, output: words.join('; ') }));
}
await client.close();
