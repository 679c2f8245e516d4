import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '#cases/suite/case.ts';
import type { ToolSchema } from '#cases/tools/tool-schema.ts';
import type { Limits } from '#config/config.ts';
import type { ModelAgentConfig } from '#config/model-agent-config.ts';
import { type Agent, AgentUnavailableError, type Attempt } from '#ports/ports.ts';
import type { ProgramSpec } from '#process/program.ts';
import type { RequestedCall } from '#trials/messages/message-shape.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import {
  type ChatMessage,
  type ChatModel,
  ModelCallError,
  type ModelGateway,
  type SimulatedUser,
} from '#wire/ports.ts';
import { createCallLogs } from './model/call-log.ts';
import { createMockedTools } from './model/mocked-tools.ts';
import { type PlayedTurn, playTurn } from './model/play-turn.ts';
import { createUnfilled, systemPrompt } from './model/system-prompt.ts';
import type { ResultFields } from './result/result-fields.ts';
import { attemptOf } from './turn/attempt-end.ts';
import { type ConversationEnd, converse } from './turn/converse.ts';
import type { TurnLine } from './turn/protocol.ts';
import type { RecordNotes } from './turn/record-notes.ts';
import type { Reply } from './turn/reply.ts';
import { startTurnClock } from './turn/turn-clock.ts';

/** Parts of a built-in agent. */
export interface ModelAgentOptions {
  readonly model: ChatModel;
  /** Asked after each attempt whether a further one can succeed. */
  readonly gateway: Pick<ModelGateway, 'refusal'>;
  /** Text of the prompt file; `null`: none. */
  readonly prompt: string | null;
  readonly tools: readonly ToolSchema[];
  /** Where modules that mock tools run, and with which variables. Their paths are relative to `cwd`. */
  readonly modules: Omit<ProgramSpec, 'command'>;
  /** Plays simulated users; `null` when no case has one. */
  readonly user: SimulatedUser | null;
}

/** An agent in our own loop: a model with the repository's prompt and tool schemas, its tools mocked. */
export function createModelAgent(
  config: ModelAgentConfig,
  limits: Limits,
  { model, gateway, prompt, tools, modules, user }: ModelAgentOptions,
): Agent {
  const mocked = createMockedTools(tools, config.mocks, modules);
  const unfilled = createUnfilled();
  const notes = createNoNotes();
  const sendsSeed = 'seed' in config && config.seed;
  let loading: Promise<void> | null = null;
  let unavailable: AgentUnavailableError | null = null;

  async function hold(plan: TrialPlan, signal: AbortSignal): Promise<ConversationEnd> {
    const { case: evalCase, index: trial } = plan;
    const system = systemPrompt(prompt, evalCase.context);
    unfilled.add(evalCase.id, system.missing);
    const playing = { model, system: system.text, tools, seed: sendsSeed ? plan.seed : null };
    const messages = openingOf(evalCase.history);
    const logs = createCallLogs();

    async function ask({ input, turn, deadline_ms }: TurnLine): Promise<Reply> {
      const log = logs.current();
      const over = new AbortController();
      const end = () => over.abort();
      const clock = startTurnClock(deadline_ms, log.waited, end);
      // `AbortSignal.any` would cost more than all else of a turn.
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      const sleep = (ms: number) => delay(ms, undefined, { signal: over.signal }).catch(() => {});
      const where = { case_id: evalCase.id, trial, turn, context: evalCase.context };
      messages.push({ role: 'user', content: input });
      try {
        const answer = (call: RequestedCall) => mocked.answer(call, evalCase.mocks, where, sleep);
        const played = await playTurn(playing, messages, answer, log.context, over.signal);
        return { kind: 'result', fields: fieldsOf(played), latency_ms: clock.elapsed() };
      } catch (error) {
        if (signal.aborted) return { kind: 'cancelled' };
        if (over.signal.aborted) return { kind: 'timeout', printed: 'elsewhere' };
        if (error instanceof ModelCallError)
          return { kind: 'error', fault: 'agent', message: log.blame(error.message) };
        throw error;
      } finally {
        signal.removeEventListener('abort', end);
        clock.stop();
      }
    }

    const recording = { settings: OWN_LIST, begin: logs.begin, notes };
    return converse(plan, { limits, user, recording, signal }, ask);
  }

  return {
    source: 'live',
    metered: true,
    available_trials: null,
    async prepare(signal) {
      signal.throwIfAborted();
      const giveUp = () => mocked.close();
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        loading ??= mocked.load();
        await loading;
      } finally {
        signal.removeEventListener('abort', giveUp);
        signal.throwIfAborted();
      }
    },
    async attempt(plan, signal): Promise<Attempt> {
      if (unavailable !== null) throw unavailable;
      const conversation = await hold(plan, signal);
      const refusal = gateway.refusal();
      if (refusal !== null && conversation.stop.kind !== 'completed') {
        unavailable ??= new AgentUnavailableError(refusal, '', null);
        throw unavailable;
      }
      return attemptOf(plan, conversation, limits, { log: '', stderr: '' });
    },
    showsCalls: notes.showsCalls,
    notes: () => [...unfilled.notes(), ...mocked.notes()],
    close: () => mocked.close(),
  };
}

/** Our loop knows which tools it answered; for a turn without an answer the wire shows what the model requested. */
const OWN_LIST = { tool_calls: 'auto', ignore_tools: [] } as const;

/** Differences between our own list and the wire are nothing that a user could fix. */
function createNoNotes(): RecordNotes {
  let costs = false;
  return {
    callSeen(priced) {
      costs ||= priced;
    },
    seesCalls: () => true,
    callsShown() {},
    showsCalls: () => true,
    seesCosts: () => costs,
    traced() {},
    add() {},
    sentences: () => [],
  };
}

/** `metadata.finish` says if an answer was cut off or is a refusal. */
function fieldsOf({ output, tool_calls, finish }: PlayedTurn): ResultFields {
  const cut = finish === 'length' || finish === 'refusal';
  return { output, tool_calls: tool_calls.map((call) => ({ ...call })), ...(cut && { metadata: { finish } }) };
}

/**
 * The history of a case as the beginning of a conversation. A tool's line does not say which call it answers, so it becomes
 * text.
 */
function openingOf(history: readonly Message[]): ChatMessage[] {
  return history.map(({ role, content }): ChatMessage => {
    if (role === 'assistant') return { role, content, calls: [], raw: null };
    if (role === 'tool') return { role: 'user', content: `Result of a tool: ${content}` };
    return { role, content };
  });
}
