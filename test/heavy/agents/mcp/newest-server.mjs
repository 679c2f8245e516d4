// A server over the newest SDK of the Model Context Protocol: on standard streams, or with a port as argument on HTTP. `only` in
// ERAS refuses the earlier versions.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

const text = (words) => ({ content: [{ type: 'text', text: words }] });
const SURE = inputRequired.elicit({
  message: 'Sure?',
  requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
});

function till() {
  const server = new McpServer({ name: 'till', version: '1' }, { capabilities: { tools: {} } });
  const numbers = z.object({ a: z.number(), b: z.number() });
  server.registerTool('add', { inputSchema: numbers }, ({ a, b }) => text(String(a + b)));
  server.registerTool('wipe', { inputSchema: z.object({}) }, (_, { mcpReq }) =>
    mcpReq.inputResponses?.sure === undefined ? inputRequired({ inputRequests: { sure: SURE } }) : text('wiped'),
  );
  const outputSchema = z.object({ result: z.number() });
  server.registerTool('charge', { inputSchema: z.object({}), outputSchema }, () => {
    throw new Error('nobody may charge in a test');
  });
  server.registerTool('fail', { inputSchema: z.object({}) }, () => ({ ...text('no till'), isError: true }));
  return server;
}

const [, , port] = process.argv;
const only = process.env.ERAS === 'only' ? { legacy: 'reject' } : {};
if (port === undefined) serveStdio(till, only);
else createServer(toNodeHandler(createMcpHandler(till, only))).listen(Number(port), '127.0.0.1');
