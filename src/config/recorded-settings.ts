import type { ToolMocks } from '#cases/tools/tool-mock.ts';

/** How a program's model calls are recorded; `null` instead: not at all. */
export interface RecordSettings {
  /** `auto`: the agent's own list of its tool calls if it returns one, else what crossed the wire. */
  readonly tool_calls: 'auto' | 'wire' | 'agent';
  /** Names of tools on the wire that are not the agent's (frameworks' own, such as structured answers); globs. */
  readonly ignore_tools: readonly string[];
  /** Clients that read no setting are led to the recorder by code that is loaded before the agent's own. */
  readonly preload?: true;
  /** Tool calls are also those that the agent's traces tell. */
  readonly traces?: true;
}

/** The MCP servers of an agent that is a program. */
export interface McpSettings {
  /** File of the servers, relative to the folder of the config. */
  readonly file: string;
  /** What answers in the place of a server's tool, in every case. */
  readonly mocks: ToolMocks;
}
