import type { Limits } from '#domain/config/config.ts';
import type { Json, JsonObject } from '#domain/json.ts';
import type { Message } from '#domain/suite/case.ts';
import type { TrialPlan } from '#domain/trial/plan.ts';
import type { TurnRecord } from '#domain/trial/trajectory.ts';
import { buildTurnLine, type TurnLine } from './protocol.ts';
import type { Reply } from './reply.ts';
import { readResult } from './result/read-result.ts';

/** Why a conversation stopped: played to its end, a ceiling of the config, or a turn without a good answer. */
export type Stop =
  | { readonly kind: 'completed' }
  | {
      readonly kind: 'limit';
      readonly limit: 'max_tool_calls' | 'max_steps';
      readonly allowed: number;
      readonly reached: number;
    }
  | Exclude<Reply, { kind: 'result' }>;

/** The answered turns, and why there are no more. */
export interface Conversation {
  readonly turns: readonly TurnRecord[];
  readonly stop: Stop;
}

/** Plays the turns of a plan one after the other. The same for every kind of agent: only `ask` differs. */
export async function converse(
  plan: TrialPlan,
  limits: Limits,
  ask: (line: TurnLine) => Promise<Reply>,
): Promise<Conversation> {
  const turns: TurnRecord[] = [];
  let messages: readonly Message[] = plan.case.history;
  let session: Json = null;
  let previous: readonly JsonObject[] | null = null;
  let left = limits.trial_timeout_ms;

  for (let turn = 1; turn <= plan.case.turns.length; turn += 1) {
    const line = buildTurnLine(plan, turn, { messages, session, deadline_ms: Math.max(1, Math.floor(left)) });
    const reply = await ask(line);
    if (reply.kind !== 'result') return { turns, stop: reply };
    const user_texts = line.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
    const reading = readResult(reply.fields, { input: line.input, user_texts, previous });
    if (reading.kind === 'unreadable') return { turns, stop: { kind: 'invalid', problem: reading.problem } };

    const record: TurnRecord = { turn, input: line.input, ...reading.account, latency_ms: reply.latency_ms };
    turns.push(record);
    const stop = limitReached(turns, record, limits);
    if (stop !== null) return { turns, stop };

    messages =
      record.output === null ? line.messages : [...line.messages, { role: 'assistant', content: record.output }];
    session = reply.fields.session ?? null;
    previous = reply.fields.messages ?? null;
    left -= reply.latency_ms ?? 0;
  }
  return { turns, stop: { kind: 'completed' } };
}

/** `max_tool_calls` counts the trial, `max_steps` each turn. An agent that reports only a number is held to that. */
function limitReached(turns: readonly TurnRecord[], last: TurnRecord, limits: Limits): Stop | null {
  const calls = turns.reduce((sum, turn) => sum + toolCallCount(turn), 0);
  if (limits.max_tool_calls !== null && calls > limits.max_tool_calls) {
    return { kind: 'limit', limit: 'max_tool_calls', allowed: limits.max_tool_calls, reached: calls };
  }
  if (limits.max_steps !== null && last.steps !== null && last.steps > limits.max_steps) {
    return { kind: 'limit', limit: 'max_steps', allowed: limits.max_steps, reached: last.steps };
  }
  return null;
}

function toolCallCount(turn: TurnRecord): number {
  const told = turn.metadata?.['tool_call_count'];
  return Math.max(turn.tool_calls?.length ?? 0, typeof told === 'number' ? told : 0);
}
