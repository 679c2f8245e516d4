import type { JsonObject } from '#common/json.ts';
import type { McpCall } from '#trials/mcp/exchange.ts';
import type { ListedTool } from '#trials/mcp/tool-hashes.ts';
import type { MockedResult } from '#trials/mcp/tool-result.ts';
import type { McpRead } from '#trials/trial/trajectory.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';

/** A mock's answer; `timeout`: the tool gives none. */
export type MockedAnswer = MockedResult | 'timeout';

/** The mock for a call; `null`: the server answers. `server` has the tool. */
export type MockTool = (call: {
  readonly server: string;
  readonly name: string;
  readonly arguments: JsonObject;
}) => Promise<MockedAnswer> | null;

/** The MCP servers of an agent, each behind a relay or a proxy that records what crosses it. */
export interface McpServers {
  /**
   * Starts every server once, or connects to it, and asks for its tools; only the first call does.
   *
   * @throws AgentUnavailableError if one can't be reached, with what it printed.
   */
  listTools(signal: AbortSignal): Promise<readonly ListedTool[]>;
  /** The tools as they were listed; `null`: not yet. */
  tools(): readonly ListedTool[] | null;
  /** Servers of their own for one process of the agent. */
  open(): Promise<McpSession>;
  /** Sentences about calls that belong to no trial, and about servers that no client called; read after the last trial. */
  notes(): readonly string[];
  close(): Promise<void>;
}

/** The servers of one process. */
export interface McpSession {
  /** Path of the file that the agent is given in place of its own; absolute. */
  readonly config: string;
  /**
   * Calls belong to the turn from now on, until it ends. Until the next one begins, its mocks answer also after it.
   *
   * @param workspace of the trial, in which programs that are started from now on work; absolute
   */
  begin(mock: MockTool, workspace?: string): McpTurn;
  /** Ends the servers and removes the file. */
  close(): Promise<void>;
}

/** What crosses to servers during one turn. */
export interface McpTurn {
  /** Ends the turn: later calls belong to no trial. */
  end(): McpRecord;
}

/** What servers saw of a turn. */
export interface McpRecord {
  readonly calls: readonly McpCall[];
  readonly reads: readonly McpRead[];
  /** Whether a client of the process ever connected: without that, no call means nothing. */
  readonly connected: boolean;
  /** Servers that ended, or that could not be reached, in this turn: a sentence each, with their last words; untrusted. */
  readonly losses: readonly string[];
  /** The last fault of a server elsewhere; `null`: none. */
  readonly fault: CallFault | null;
}
