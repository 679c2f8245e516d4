import type { RecordSettings } from '#config/recorded-settings.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import type { ResultReading, TurnAccount } from './read-result.ts';
import type { WireTurn } from './wire-turn.ts';

/** A valid result. */
export type ReportedTurn = Extract<ResultReading, { kind: 'read' }>;

/**
 * One account of a turn from the agent's report and the wire. Usage, steps and ids come from the wire; while no model call of
 * the agent was ever seen they are unknown, because its client may bypass the recorder. A turn without an answer (`told: null`)
 * is what its model calls show, or `null` if there were none. Without a recording (`wire: null`) the agent's report counts.
 * Where no request offers the model a tool and the agent gives no account, tools may have been called all the same, as by code
 * that the model writes.
 */
export function mergeWire(
  reported: ReportedTurn | null,
  wire: WireTurn | null,
  settings: RecordSettings | null,
): TurnAccount | null {
  if (wire === null || settings === null) return reported?.account ?? null;
  const seen = wire.known;
  if (reported === null && wire.calls === 0) return null;
  const isMixed = seen && wire.tool_calls === null;
  const isUnseen = seen && !wire.shows_tools && settings.tool_calls !== 'agent' && !givesAccount(reported, settings);
  const tool_calls = isUnseen ? null : toolCalls(reported, seen ? wire.tool_calls : null, settings.tool_calls, isMixed);
  return {
    ...(reported?.account ?? NOT_TOLD),
    tool_calls,
    ...(isUnseen && { calls_unknown: 'not_offered' }),
    ...(isMixed && tool_calls === null && { calls_unknown: 'indistinct' }),
    usage: seen ? wire.usage : null,
    steps: seen ? wire.steps : null,
    model_calls: seen ? wire.model_calls : null,
    response_ids_hash: seen ? wire.response_ids_hash : null,
  };
}

/** Whether the agent itself says which tools it called, and that counts. */
export function givesAccount(reported: ReportedTurn | null, { tool_calls: counts }: RecordSettings): boolean {
  return counts !== 'wire' && reported !== null && reported.account.tool_calls !== null;
}

/** Of a turn that the agent did not answer. */
export const NOT_TOLD: TurnAccount = {
  output: null,
  tool_calls: null,
  plan: null,
  metadata: null,
  state: null,
  retrieved: null,
  usage: null,
  steps: null,
};

/**
 * `auto`: the agent's own list or messages if they name any call, else the wire if it does, else whichever reports that there
 * were none. Calls on the wire that can't be told apart are at least one: no empty list of the agent's is believed then.
 */
function toolCalls(
  reported: ReportedTurn | null,
  seen: readonly ToolCall[] | null,
  mode: RecordSettings['tool_calls'],
  isMixed: boolean,
): readonly ToolCall[] | null {
  const own = reported?.account.tool_calls ?? null;
  if (mode === 'wire') return seen;
  if (mode === 'agent') return own;
  if (reported?.calls_from === 'agent' && own !== null && own.length > 0) return own;
  if (isMixed) return null;
  if (seen !== null && seen.length > 0) return seen;
  return own ?? seen;
}
