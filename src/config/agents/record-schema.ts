import * as z from 'zod';
import { toolGlob } from '#cases/suite/schemas/call-schema.ts';
import { toolMocksSchema } from '#cases/tools/mocks-schema.ts';
import { ALWAYS, contradictions } from '#common/document/contradictions.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { workspacePathSchema } from '#common/document/workspace-path.ts';
import { expected } from '#common/document/zod-messages.ts';
import type { McpSettings, RecordSettings } from '../recorded-settings.ts';

const settings = strictMapping({
  tool_calls: z
    .enum(['auto', 'wire', 'agent'])
    .describe(
      'Which list of tool calls counts. auto (default): the one that the agent reports, otherwise the one read from its model traffic',
    )
    .exactOptional(),
  ignore_tools: z
    .array(toolGlob, { error: expected('a list of tool names or globs such as [structured_*]') })
    .describe(
      'Tools in the model traffic that are not the agent’s own, such as those that a framework adds for structured answers; globs',
    )
    .exactOptional(),
  preload: z
    .boolean()
    .describe(
      'Sends the calls of clients that read no base URL to the recorder, by code loaded into Node and Python before the agent',
    )
    .exactOptional(),
  traces: z
    .boolean()
    .describe('Takes the agent’s OpenTelemetry traces: their tool calls join the others')
    .exactOptional(),
})
  .superRefine(
    contradictions(({ tool_calls, ignore_tools, traces }) => {
      if (tool_calls !== 'agent') return [];
      const only = 'with `tool_calls: agent` only the agent’s own list counts; remove one of them';
      return [
        ...(ignore_tools === undefined ? [] : [['ignore_tools', NOT_FROM_WIRE] as const]),
        ...(traces === true ? [['traces', only] as const] : []),
      ];
    }),
    ALWAYS,
  )
  .transform(
    (record): RecordSettings => ({
      tool_calls: record.tool_calls ?? 'auto',
      ignore_tools: record.ignore_tools ?? [],
      ...(record.preload === true ? { preload: true } : {}),
      ...(record.traces === true ? { traces: true } : {}),
    }),
  );

const NOT_FROM_WIRE =
  'has no effect with `tool_calls: agent`, which reads no tools from the model traffic; remove the key';

/** `agent.record`; `null`: nothing is recorded. */
export const recordSchema = z.union(
  [
    z.boolean().transform((on): RecordSettings | null => (on ? { tool_calls: 'auto', ignore_tools: [] } : null)),
    settings,
  ],
  { error: expected('true, false or {tool_calls, ignore_tools, preload, traces}') },
);

const servers = strictMapping({
  file: workspacePathSchema.describe('File with `mcpServers` (VS Code: `servers`)'),
  mocks: toolMocksSchema
    .describe(
      'What answers instead of a server’s tool, in every case: a value, a table by arguments, a module, a fault',
    )
    .exactOptional(),
}).transform((mcp): McpSettings => ({ file: mcp.file, mocks: mcp.mocks ?? {} }));

/** `agent.mcp`: the file of MCP servers, alone or with mocks. */
export const mcpSchema = z.union(
  [workspacePathSchema.transform((file): McpSettings => ({ file, mocks: {} })), servers],
  { error: expected('a file such as .mcp.json, or {file, mocks}') },
);
