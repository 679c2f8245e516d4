// An agent over the official SDK of the Model Context Protocol: a list of calls as input, their texts as answer.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { mcpServers } = JSON.parse(readFileSync(process.env.AGENT_EVAL_MCP_CONFIG, 'utf8'));
const clients = new Map();

async function clientOf(name) {
  if (clients.has(name)) return clients.get(name);
  const { command, args, url } = mcpServers[name];
  const client = new Client({ name: 'agent', version: '1' });
  clients.set(name, client);
  await client.connect(
    url === undefined
      ? new StdioClientTransport({ command, args, stderr: 'inherit' })
      : new StreamableHTTPClientTransport(new URL(url)),
  );
  await client.listTools();
  return client;
}

async function play({ server, tool, read, arguments: args = {} }) {
  const client = await clientOf(server);
  if (read !== undefined) return JSON.stringify(await client.readResource({ uri: read }));
  const { content } = await client.callTool({ name: tool, arguments: args });
  return content.map(({ text }) => text).join(' ');
}

/** With a model: asks it with the tools of a server, and makes the calls that it asks for, until it answers. */
async function ask(text, server) {
  const client = await clientOf(server);
  const { tools } = await client.listTools();
  const messages = [{ role: 'user', content: text }];
  for (;;) {
    const response = await fetch(`${process.env.OPENAI_BASE_URL}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.OPENAI_API_KEY}` },
      body: JSON.stringify({
        model: 'story-1',
        messages,
        tools: tools.map(({ name, description, inputSchema }) => ({
          type: 'function',
          function: { name: `mcp__${server}__${name}`, description, parameters: inputSchema },
        })),
      }),
    });
    const { choices } = await response.json();
    const { message } = choices[0];
    messages.push(message);
    if (!message.tool_calls) return message.content;
    for (const { id, function: call } of message.tool_calls) {
      const name = call.name.replace(`mcp__${server}__`, '');
      const { content } = await client.callTool({ name, arguments: JSON.parse(call.arguments) });
      messages.push({ role: 'tool', tool_call_id: id, content: content.map((item) => item.text).join(' ') });
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type !== 'turn') continue;
  const said = [];
  if (turn.input.startsWith('[')) for (const step of JSON.parse(turn.input)) said.push(await play(step));
  else said.push(await ask(turn.input, 'everything'));
  console.log(JSON.stringify({ id: turn.id, output: said.join('; ') }));
}
for (const client of clients.values()) await client.close();
