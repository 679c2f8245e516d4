import type { Deferred } from '#process/deferred.ts';
import type { ProgramEnd } from '#process/program.ts';
import type { TurnLine } from '../turn/protocol.ts';
import type { AnswerTime, Reply, TimedOut } from '../turn/reply.ts';
import type { TurnClock } from '../turn/turn-clock.ts';
import type { TrialOutput } from './capture.ts';

/** What is known about a turn besides its line. */
export interface TurnCircumstances {
  readonly capture: TrialOutput;
  /** The worker has finished a trial before this one. */
  readonly used: boolean;
  /** Milliseconds of the turn in which model calls waited for our limiter. */
  readonly waited: () => number;
  /** The agent has answered a turn before, in this process or another: it knows the protocol, and is only late. */
  readonly answersKnown: () => boolean;
}

/** A turn that a worker was asked to answer. */
export interface PendingTurn extends TurnCircumstances {
  readonly line: TurnLine;
  /** Aborted when nothing waits for the answer any longer. */
  readonly signal: AbortSignal;
  readonly reply: Deferred<Reply>;
  /** Settles when the worker has answered, even after a time-out. */
  readonly answered: Deferred<void>;
  readonly bytesBefore: number;
  readonly clock: TurnClock;
  /** What is wrong with a line that contains an answer among other text. */
  hidden: string | null;
  state: 'open' | 'answered' | 'given_up';
}

/** What the worker has printed since it got the turn. One that said `ready` (`announced`) flushes its lines. */
export function printedIn({ capture, bytesBefore }: PendingTurn, announced: boolean): TimedOut['printed'] {
  if (capture.strays() > 0) return 'stray_json';
  if (capture.texts().log !== '') return 'text';
  return announced || capture.stdout.bytes() > bytesBefore ? 'elsewhere' : 'nothing';
}

/**
 * The latency of a turn that was just answered.
 *
 * @param started the worker had said `ready` or answered before: otherwise the time since the turn was sent includes the start
 * of the process
 */
export function latencyOf({ clock }: PendingTurn, started: boolean): AnswerTime {
  const elapsed = clock.elapsed();
  return started ? { latency_ms: elapsed } : { latency_ms: null, latency_at_most_ms: elapsed };
}

/** What comes of a turn whose process ended by itself, with no other turn open. */
export function replyOfLoss(turn: PendingTurn, ended: ProgramEnd, announced: boolean): Reply {
  if (ended.kind === 'not_started') return ended;
  // It exited normally after its last trial, while our next line was on its way: it never read that line.
  const unread =
    turn.used && turn.line.turn === 1 && ended.code === 0 && turn.capture.stdout.bytes() === turn.bytesBefore;
  if (unread) return { kind: 'displaced' };
  if (turn.hidden !== null) return { kind: 'invalid', problem: turn.hidden };
  const { log, stderr } = turn.capture.texts();
  return { ...ended, stderr, answered: false, ...(!announced && { printed: log }) };
}
