import type { ToolMocks } from '#cases/tools/tool-mock.ts';
import { AgentUnavailableError } from '#ports/ports.ts';
import { mergeMcpCalls } from '#trials/mcp/merge-calls.ts';
import { hashTools } from '#trials/mcp/tool-hashes.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { ToolHashes } from '#trials/trial/shown/shown-to-models.ts';
import type { McpRecord, McpServers, McpSession, McpTurn } from '#wire/mcp/ports.ts';
import type { McpMocks } from '../model/mcp-mocks.ts';
import { NOT_TOLD } from '../result/merge-wire.ts';
import type { TurnAccount } from '../result/read-result.ts';
import type { WireTurn } from '../result/wire-turn.ts';
import type { Stop } from './stop.ts';

/** The MCP servers of an agent, and what stands in for their tools. */
export interface AgentMcp {
  readonly servers: McpServers;
  readonly mocks: McpMocks;
  /** Of the config, for every case. */
  readonly config_mocks: ToolMocks;
}

/** Begins to record what one turn asks of MCP servers. */
export type BeginMcp = (turn: number) => Promise<McpTurn>;

/**
 * Loads the mocks and asks every server for its tools.
 *
 * @throws AgentUnavailableError if that fails, or a mock of the config names no tool.
 */
export async function prepareMcp({ servers, mocks, config_mocks }: AgentMcp, signal: AbortSignal): Promise<void> {
  await mocks.load();
  const tools = await servers.listTools(signal);
  const unknown = mocks.strayMock(config_mocks, tools);
  if (unknown !== null) throw new AgentUnavailableError(`agent.mcp.${unknown}`, '', null);
}

/**
 * The turns of a trial; `null` without servers.
 *
 * @param open gives the session of the process that a turn is asked of
 */
export function mcpTurns(
  mcp: AgentMcp | null,
  open: (servers: McpServers) => Promise<McpSession>,
  plan: TrialPlan,
): BeginMcp | null {
  if (mcp === null) return null;
  return async (turn) => {
    const mock = mcp.mocks.of(plan.case, plan.index, turn);
    return (await open(mcp.servers)).begin(mock, plan.workspace);
  };
}

/**
 * The account of a turn with what servers saw of it. As long as no client ever connected, the absence of calls says nothing. A turn
 * without an answer is what it called, or `null` if there was nothing.
 */
export function withMcp(
  account: TurnAccount | null,
  record: McpRecord | null,
  wire: Pick<WireTurn, 'known_ms'> | null,
): TurnAccount | null {
  if (record === null) return account;
  const { calls, reads, connected } = record;
  if (account === null && calls.length === 0) return null;
  const reported = account ?? NOT_TOLD;
  const { calls_unknown: why, ...known } = reported;
  const isUnknown = (why !== undefined && why !== 'not_offered') || (reported.tool_calls === null && !connected);
  const merged = isUnknown
    ? reported
    : { ...known, tool_calls: mergeMcpCalls(reported.tool_calls, calls, (call) => wire?.known_ms.get(call) ?? null) };
  return { ...merged, ...(reads.length > 0 && { mcp_reads: reads }) };
}

/** Why a case can't be run, if one of its mocks names no tool; `null`: nothing is wrong. */
export async function strayMock(
  mcp: AgentMcp | null,
  { case: { id, mocks } }: TrialPlan,
  signal: AbortSignal,
): Promise<Stop | null> {
  if (mcp === null || Object.keys(mocks).length === 0) return null;
  const problem = mcp.mocks.strayMock(mocks, await mcp.servers.listTools(signal));
  return problem === null ? null : { kind: 'unmockable', problem: `case ${id}: ${problem}` };
}

/** What the servers offer models; `null`: nobody asked them. */
export function offeredTools(mcp: AgentMcp | null): ToolHashes | null {
  const tools = mcp?.servers.tools() ?? null;
  return tools && hashTools(tools);
}

/** Sentences for the report. */
export function mcpNotes(mcp: AgentMcp | null): readonly string[] {
  return mcp === null ? [] : [...mcp.servers.notes(), ...mcp.mocks.notes()];
}

/** Ends servers and mocks. */
export async function closeMcp(mcp: AgentMcp | null): Promise<void> {
  await mcp?.servers.close();
  await mcp?.mocks.close();
}
