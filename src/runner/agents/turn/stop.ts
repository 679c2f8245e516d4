import type { Limits } from '#config/config.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';
import type { ResultReading } from '../result/read-result.ts';
import type { WireTurn } from '../result/wire-turn.ts';
import type { UserTrouble } from './next-input.ts';
import type { Reply } from './reply.ts';

/** Why a conversation stopped: its end, a limit of the config, a turn without a good answer, or no one to talk to. */
export type Stop =
  | { readonly kind: 'completed' }
  | {
      readonly kind: 'limit';
      readonly limit: 'max_tool_calls' | 'max_steps';
      readonly allowed: number;
      readonly reached: number;
    }
  /** We refused a model call: `budget`, `replay_miss` or `limit`. The agent's reaction does not count. */
  | { readonly kind: 'refused'; readonly fault: CallFault }
  /** The provider failed at the last request of the turn: what the agent says then is no answer of a model. */
  | { readonly kind: 'unserved'; readonly fault: CallFault }
  /** The recorder stopped during the turn. */
  | { readonly kind: 'unrecorded'; readonly message: string }
  /** A mock of the case stands for no tool of any MCP server. */
  | { readonly kind: 'unmockable'; readonly problem: string }
  | UserTrouble
  | Exclude<Reply, { kind: 'result' }>;

/** Why a turn is the last, apart from the limits; `null` if it was answered well. */
export function stopAfter(reply: Reply, reading: ResultReading | null, wire: WireTurn | null): Stop | null {
  if (reply.kind === 'cancelled' || reply.kind === 'displaced' || reply.kind === 'not_started') return reply;
  if (wire?.fault != null && isRefusal(wire.fault)) return { kind: 'refused', fault: wire.fault };
  if (reply.kind !== 'result') return reply;
  if (reading?.kind === 'unreadable') return { kind: 'invalid', problem: reading.problem };
  return wire?.last_fault == null ? null : { kind: 'unserved', fault: wire.last_fault };
}

/** A refusal of ours, not an upstream fault. */
export function isRefusal({ kind }: CallFault): boolean {
  return kind === 'budget' || kind === 'replay_miss' || kind === 'limit';
}

/**
 * The limit that was exceeded. `max_tool_calls` counts over the trial, `max_steps` over each turn. If an agent reports only a
 * number of calls, that number counts.
 */
export function limitReached(turns: readonly TurnRecord[], limits: Limits): Stop | null {
  const calls = turns.reduce((sum, turn) => sum + toolCallCount(turn), 0);
  if (limits.max_tool_calls !== null && calls > limits.max_tool_calls) {
    return { kind: 'limit', limit: 'max_tool_calls', allowed: limits.max_tool_calls, reached: calls };
  }
  const steps = turns.at(-1)?.steps ?? null;
  if (limits.max_steps !== null && steps !== null && steps > limits.max_steps) {
    return { kind: 'limit', limit: 'max_steps', allowed: limits.max_steps, reached: steps };
  }
  return null;
}

function toolCallCount(turn: TurnRecord): number {
  const reported = turn.metadata?.['tool_call_count'];
  return Math.max(turn.tool_calls?.length ?? 0, typeof reported === 'number' ? reported : 0);
}
