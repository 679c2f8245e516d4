import type { Case, Message } from '#cases/suite/case.ts';
import type { SimulatedUserSpec } from '#cases/suite/simulated-user.ts';
import { duration } from '#common/words.ts';
import { AgentUnavailableError } from '#ports/ports.ts';
import { createWaitGauge } from '#ports/wait-gauge.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import type { ErrorClass } from '#trials/trial/trial.ts';
import { type CallContext, ModelCallError, type SimulatedUser, type TrialAttempt } from '#wire/ports.ts';
import type { CallFault, ModelCall } from '#wire/protocols/model-call.ts';
import { foldCalls } from '#wire/protocols/turn/fold-calls.ts';
import { startTurnClock } from './turn-clock.ts';

/** The user's model gave no next input: the trial can't continue, through no fault of the agent. */
export interface UserTrouble {
  readonly kind: 'user';
  readonly class: Extract<ErrorClass, 'rate_limit' | 'provider' | 'network' | 'budget' | 'replay_miss'>;
  readonly message: string;
  readonly retry: boolean;
}

/** What the user says next. `last_turn`: certainly nothing after it. */
type Said =
  | { readonly kind: 'said'; readonly input: string; readonly last_turn: boolean }
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  | UserTrouble;

/** The user's side of one conversation. */
export interface Inputs {
  /**
   * The input of turn `turn` (from 1), after `messages`.
   *
   * @throws AgentUnavailableError if a user has to be simulated and there is none to play it.
   */
  next(turn: number, messages: readonly Message[]): Promise<Said>;
  /** The simulated user's usage so far, and whether it was replayed. */
  account(): { readonly usage: Usage | null; readonly replayed: boolean; readonly wait_ms: number };
}

/** Who plays the simulated user, and how long each of its messages may take: milliseconds, without waits for our limiter. */
export interface PlayedBy {
  readonly user: SimulatedUser | null;
  readonly limit_ms: number;
  readonly signal: AbortSignal;
}

/** The turns written in the case, then those of its simulated user. */
export function createInputs(
  { id, turns, simulated_user: spec }: Case,
  attempt: TrialAttempt,
  { user, limit_ms, signal }: PlayedBy,
): Inputs {
  const calls: ModelCall[] = [];
  const wait = createWaitGauge({ monotonic: () => performance.now() });
  const context: CallContext = {
    ledger: 'user',
    attempt,
    onWait: (waiting) => wait.note(waiting),
    onCall: (call) => calls.push(call),
  };

  async function playUser(turn: number, messages: readonly Message[], by: SimulatedUserSpec): Promise<Said> {
    if (turn > 1 && (turn > by.max_turns || isStopped(messages, by.stop))) return { kind: 'done' };
    if (user === null) throw nobodyToPlay(id);
    const late = new AbortController();
    const clock = startTurnClock(limit_ms, wait.total, () => late.abort());
    try {
      const input = await user.next(by, messages, context, AbortSignal.any([signal, late.signal]));
      if (input !== null) return { kind: 'said', input, last_turn: turn >= by.max_turns };
      return turn > 1 ? { kind: 'done' } : SAID_NOTHING;
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled' };
      if (late.signal.aborted) return tooLate(limit_ms);
      if (error instanceof ModelCallError) return troubleOf(calls.at(-1)?.fault ?? null, error.message);
      throw error;
    } finally {
      clock.stop();
    }
  }

  return {
    async next(turn, messages) {
      const caseTurn = turns[turn - 1];
      if (caseTurn !== undefined) {
        const last_turn = turn >= turns.length && (spec === null || turn >= spec.max_turns);
        return { kind: 'said', input: caseTurn.input, last_turn };
      }
      return spec === null ? { kind: 'done' } : playUser(turn, messages, spec);
    },
    account() {
      if (spec === null) return { usage: null, replayed: false, wait_ms: 0 };
      const { usage, replayed } = foldCalls(calls, { ignore_tools: [], began_ms: 0 });
      return { usage, replayed, wait_ms: wait.total() };
    },
  };
}

/** The agent's last answer contains one of the texts, ignoring case. */
function isStopped(messages: readonly Message[], stop: readonly string[]): boolean {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return false;
  const answer = last.content.toLowerCase();
  return stop.some((text) => answer.includes(text.toLowerCase()));
}

const SAID_NOTHING: UserTrouble = {
  kind: 'user',
  class: 'provider',
  message: 'the simulated user wrote no first message',
  retry: true,
};

function tooLate(limit_ms: number): UserTrouble {
  const message = `the simulated user: its model did not answer within ${duration(limit_ms)} (limits.trial_timeout)`;
  return { kind: 'user', class: 'provider', message, retry: true };
}

/** A temporary fault deserves another attempt; a request that the provider rejects would be rejected again. */
function troubleOf(fault: CallFault | null, fallback: string): UserTrouble {
  const message = `the simulated user: ${fault?.message ?? fallback}`;
  switch (fault?.kind) {
    case 'budget':
    case 'replay_miss':
      return { kind: 'user', class: fault.kind, message, retry: false };
    case 'rate_limit':
    case 'provider':
    case 'network':
      return { kind: 'user', class: fault.kind, message, retry: true };
    default:
      return { kind: 'user', class: 'provider', message, retry: fault === null };
  }
}

function nobodyToPlay(id: string): AgentUnavailableError {
  const message = `${id} has a simulated_user, but no model to play it: name one in agent-eval.yml (simulated_user: {openai: {model: …}} or {anthropic: {model: …}})`;
  return new AgentUnavailableError(message, '', null);
}
