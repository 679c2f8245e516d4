import type { RecordSettings } from '#config/recorded-settings.ts';
import type { McpRecord } from '#wire/mcp/ports.ts';
import type { TracesReading } from './merge-traces.ts';
import { givesAccount } from './merge-wire.ts';
import type { ResultReading, TurnAccount } from './read-result.ts';
import type { WireTurn } from './wire-turn.ts';

/** Everything that may tell which tools a turn called; `null`: it is not asked for, or gave nothing. */
export interface TurnSources {
  readonly reading: ResultReading | null;
  readonly wire: WireTurn | null;
  readonly traced: TracesReading | null;
  readonly servers: McpRecord | null;
}

/** Whether anything tells which tools a turn called, and be it none. */
export function tellsOfCalls(
  { reading, wire, traced, servers }: TurnSources,
  settings: RecordSettings | null,
): boolean {
  const reported = reading?.kind === 'read' ? reading : null;
  if (settings !== null && givesAccount(reported, settings)) return true;
  return wire?.shows_tools === true || traced?.kind === 'read' || servers?.connected === true;
}

/** An agent without tools called none where nothing shows any. */
export function withoutTools(account: TurnAccount | null, tools: 'none' | undefined): TurnAccount | null {
  if (account === null || tools === undefined || account.tool_calls !== null) return account;
  const { calls_unknown: why, ...known } = account;
  return why === undefined || why === 'not_offered' ? { ...known, tool_calls: [] } : account;
}
