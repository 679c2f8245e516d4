import type { Message } from '#cases/suite/case.ts';
import type { Json, JsonObject } from '#common/json.ts';
import type { Limits } from '#config/config.ts';
import type { RecordSettings } from '#config/recorded-settings.ts';
import type { RequestSegment } from '#trials/trial/model-call-record.ts';
import type { TrialPlan } from '#trials/trial/plan.ts';
import type { TurnRecord, Usage } from '#trials/trial/trajectory.ts';
import type { McpRecord } from '#wire/mcp/ports.ts';
import type { RecordedTurn, SimulatedUser, TrialAttempt, TurnRecording } from '#wire/ports.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';
import { silenceFault } from '#wire/protocols/silence.ts';
import { readTraces, type TracesReading, withTraces } from '../result/merge-traces.ts';
import { givesAccount, mergeWire } from '../result/merge-wire.ts';
import { type ResultReading, readResult, type TurnAccount } from '../result/read-result.ts';
import type { WireTurn } from '../result/wire-turn.ts';
import { type BeginMcp, withMcp } from './agent-mcp.ts';
import { createInputs } from './next-input.ts';
import { buildTurnLine, type TurnLine } from './protocol.ts';
import { type Recording, recordTurn } from './record-turn.ts';
import type { Reply } from './reply.ts';
import { isRefusal, limitReached, type Stop, stopAfter } from './stop.ts';
import { callsSeen } from './stray-calls.ts';

/** What was said, and why the conversation stopped. */
export interface ConversationEnd {
  /** The answered turns; with a recording also the unanswered one, as far as its model calls show it (`output: null`). */
  readonly turns: readonly TurnRecord[];
  readonly stop: Stop;
  /** Number of the turn at which it stopped. */
  readonly turn: number;
  /** Model calls were recorded. */
  readonly recorded: boolean;
  /** Model calls seen in the turn at which it stopped. */
  readonly calls: number;
  /** Upper bound of the time of all answers, including starts of processes, if one of them is unknown; else `null`. */
  readonly latency_at_most_ms: number | null;
  /** Model calls were recorded, and the whole conversation had none. */
  readonly bypassed: boolean;
  /** Whether model calls were seen in any trial; `null`: nothing is recorded. */
  readonly calls_seen: boolean | null;
  /**
   * The last upstream fault (`rate_limit`, `provider`, `network`) that the agent did not recover from, or the silence of a
   * provider.
   */
  readonly fault: CallFault | null;
  /** Model calls that a provider refused or broke off, in all turns. */
  readonly unanswered: number;
  /** A model call of the agent or the simulated user was answered from a cassette. */
  readonly replayed: boolean;
  /** Milliseconds in which model calls waited for our limiter. */
  readonly wait_ms: number;
  /** What the simulated user cost; `null` without one. */
  readonly user_usage: Usage | null;
  /** What models were shown, as the model calls of the turns name it. */
  readonly segments: readonly RequestSegment[];
  /** MCP servers that ended or could not be reached, a sentence each. */
  readonly losses: readonly string[];
}

/** Options of a conversation. */
export interface ConverseOptions {
  readonly limits: Limits;
  /** Plays simulated users; `null` if no case has one. */
  readonly user: SimulatedUser | null;
  /** Records the model calls of each turn; `null`: only the agent's own report exists. */
  readonly recording: Recording | null;
  /** Records what each turn asks of MCP servers; absent or `null`: none is recorded. */
  readonly mcp?: BeginMcp | null;
  /** `none`: the config says that the agent has no tools, so a turn that reports no calls had none. */
  readonly tools?: 'none' | undefined;
  /** Aborts the simulated user; `ask` handles its own. */
  readonly signal: AbortSignal;
}

/**
 * Plays the turns of a plan one after the other, and those of its simulated user after them. The same for every kind of agent;
 * two hooks differ:
 *
 * - `ask` sends one turn to the agent and resolves with its reply. It enforces `line.deadline_ms` itself and measures the
 * latency, both without the time in which model calls waited for our limiter: `startTurnClock` does both.
 * - `options.recording.begin` is called before each `ask` and starts recording the model calls of that turn: the recorder's
 * `begin` for programs, a collector of their own for agents that call models themselves. `ask` gets the recording as its second
 * argument (`null` if nothing is recorded); it ends here, as soon as `ask` resolves.
 *
 * @throws AgentUnavailableError if the case has a simulated user and there is none to play it.
 */
export async function converse(
  plan: TrialPlan,
  options: ConverseOptions,
  ask: (line: TurnLine, recording: TurnRecording | null) => Promise<Reply>,
): Promise<ConversationEnd> {
  const { limits, recording, signal } = options;
  const attempt: TrialAttempt = { trial: { case_id: plan.case.id, index: plan.index } };
  const inputs = createInputs(plan.case, attempt, { user: options.user, limit_ms: limits.trial_timeout_ms, signal });
  const turns: TurnRecord[] = [];
  let state: State = { messages: plan.case.history, session: null, previous: null, left: limits.trial_timeout_ms };
  let longest_ms = 0;
  let seen: Seen = NOTHING_SEEN;
  let traces = false;

  for (let turn = 1; ; turn += 1) {
    let calls = 0;
    const end = (stop: Stop): ConversationEnd => {
      const user = inputs.account();
      const replayed = seen.replayed || user.replayed;
      const wait_ms = seen.wait_ms + user.wait_ms;
      const fault = seen.fault ?? silenceFault(seen.silent_ms, limits.trial_timeout_ms);
      const recorded = recording !== null;
      const unknown = turns.some(({ latency_ms }) => latency_ms === null);
      const latency_at_most_ms = unknown && Number.isFinite(longest_ms) ? longest_ms : null;
      const bypassed = recorded && seen.calls === 0 && !traces;
      return {
        latency_at_most_ms,
        turns,
        stop,
        turn,
        recorded,
        calls,
        bypassed,
        calls_seen: callsSeen(recording?.notes ?? null),
        fault,
        unanswered: seen.unanswered,
        replayed,
        wait_ms,
        user_usage: user.usage,
        segments: seen.segments,
        losses: seen.losses,
      };
    };
    const next = await inputs.next(turn, state.messages);
    if (next.kind === 'done') return end({ kind: 'completed' });
    if (next.kind !== 'said') return end(next);

    const recordedTurn: RecordedTurn = { attempt, turn, max_steps: limits.max_steps };
    const watched = (await options.mcp?.(turn)) ?? null;
    const recorded = await recordTurn(
      recording,
      recordedTurn,
      async (live) => {
        const { messages, session, left } = state;
        const base_urls = live?.base_urls ?? {};
        const deadline_ms = Math.max(1, Math.floor(left));
        const line = buildTurnLine(plan, turn, { messages, session, deadline_ms, user_turn: next, base_urls });
        return { line, reply: await ask(line, live) };
      },
      signal,
    );
    const servers = watched?.end() ?? null;
    if (recorded.kind === 'unrecorded') return end(signal.aborted ? { kind: 'cancelled' } : recorded);
    const { line, reply } = recorded.outcome;
    const { wire } = recorded;
    const traced = recorded.traced && readTraces(recorded.traced, recording?.settings ?? null);
    seen = add(seen, wire, recorded.wait_ms, servers);
    calls = wire?.calls ?? 0;
    traces ||= traced?.kind === 'read';

    const reading = readReply(reply, line, state.previous);
    const reported = mergeWire(reading?.kind === 'read' ? reading : null, wire, recording?.settings ?? null);
    if (traced !== null) recording?.notes.traced(line, traced);
    const merged = withoutTools(withMcp(withTraces(reported, traced, wire), servers, wire), options.tools);
    if (tellsOfCalls({ reading, wire, traced, servers }, recording?.settings ?? null)) recording?.notes.callsShown();
    if (reading?.kind === 'read' && wire !== null) recording?.notes.add(line, reading, wire);
    const latency_ms = reply.kind === 'result' ? reply.latency_ms : null;
    longest_ms += longest(reply) ?? Number.POSITIVE_INFINITY;
    if (merged !== null) turns.push({ turn, input: line.input, ...merged, latency_ms });
    const stop = stopAfter(reply, reading, wire) ?? limitReached(turns, limits);
    if (stop !== null) return end(stop);
    state = stateAfter(line, reply, turns.at(-1)?.output ?? null, state.left);
  }
}

/** A conversation that ended before anything was said. */
export function unplayed(stop: Stop): ConversationEnd {
  return {
    turns: [],
    stop,
    turn: 1,
    recorded: false,
    calls: 0,
    bypassed: false,
    latency_at_most_ms: null,
    calls_seen: true,
    fault: null,
    unanswered: 0,
    replayed: false,
    wait_ms: 0,
    user_usage: null,
    segments: [],
    losses: [],
  };
}

/** State passed from turn to turn. */
interface State {
  readonly messages: readonly Message[];
  readonly session: Json;
  /** The messages that the agent returned for the turn before. */
  readonly previous: readonly JsonObject[] | null;
  /** Milliseconds left of the trial's time. */
  readonly left: number;
}

/** What the wire and the MCP servers have shown so far about the attempt as a whole. */
type Seen = Pick<ConversationEnd, 'fault' | 'replayed' | 'wait_ms' | 'losses'> &
  Pick<WireTurn, 'silent_ms' | 'calls' | 'segments' | 'unanswered'>;

const NOTHING_SEEN: Seen = {
  fault: null,
  unanswered: 0,
  replayed: false,
  wait_ms: 0,
  silent_ms: 0,
  calls: 0,
  segments: [],
  losses: [],
};

function add(seen: Seen, wire: WireTurn | null, wait_ms: number, servers: McpRecord | null): Seen {
  const upstream = wire?.fault == null || isRefusal(wire.fault) ? null : wire.fault;
  const fault = upstream ?? servers?.fault ?? seen.fault;
  const silent_ms = seen.silent_ms + (wire?.silent_ms ?? 0);
  const calls = seen.calls + (wire?.calls ?? 0);
  const unanswered = seen.unanswered + (wire?.unanswered ?? 0);
  const replayed = seen.replayed || wire?.replayed === true;
  const segments = wire === null ? seen.segments : [...seen.segments, ...wire.segments];
  const losses = [...seen.losses, ...(servers?.losses ?? [])];
  return { fault, unanswered, replayed, wait_ms: seen.wait_ms + wait_ms, silent_ms, calls, segments, losses };
}

function readReply(reply: Reply, line: TurnLine, previous: State['previous']): ResultReading | null {
  if (reply.kind !== 'result') return null;
  const conversation = { input: line.input, before: line.messages.slice(0, -1), first: line.turn === 1 };
  return readResult(reply.fields, conversation, previous);
}

function stateAfter(line: TurnLine, reply: Reply, output: string | null, left: number): State {
  const answered = reply.kind === 'result' ? reply : null;
  return {
    messages: output === null ? line.messages : [...line.messages, { role: 'assistant', content: output }],
    session: answered?.fields.session ?? null,
    previous: answered?.fields.messages ?? null,
    left: left - (longest(reply) ?? 0),
  };
}

/** Upper bound of an answer's milliseconds; `null`: unknown. */
function longest(reply: Reply): number | null {
  return reply.kind === 'result' ? (reply.latency_at_most_ms ?? reply.latency_ms) : 0;
}

/** Everything that may tell which tools a turn called; `null`: it is not asked for, or gave nothing. */
interface TurnSources {
  readonly reading: ResultReading | null;
  readonly wire: WireTurn | null;
  readonly traced: TracesReading | null;
  readonly servers: McpRecord | null;
}

/** Whether anything tells which tools a turn called, and be it none. */
function tellsOfCalls({ reading, wire, traced, servers }: TurnSources, settings: RecordSettings | null): boolean {
  const reported = reading?.kind === 'read' ? reading : null;
  if (settings !== null && givesAccount(reported, settings)) return true;
  return wire?.shows_tools === true || traced?.kind === 'read' || servers?.connected === true;
}

/** An agent without tools called none where nothing shows any. */
function withoutTools(account: TurnAccount | null, tools: 'none' | undefined): TurnAccount | null {
  if (account === null || tools === undefined || account.tool_calls !== null) return account;
  const { calls_unknown: why, ...known } = account;
  return why === undefined || why === 'not_offered' ? { ...known, tool_calls: [] } : account;
}
