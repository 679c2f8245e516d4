import type { Deferred } from '#adapters/process/deferred.ts';
import type { TurnLine } from '../protocol.ts';
import type { AnswerTime, Reply, TimedOut } from '../reply.ts';
import type { TurnClock } from '../turn-clock.ts';
import type { Capture } from './capture.ts';

/** What there is to know of a turn beside its line. */
export interface Asked {
  readonly capture: Capture;
  /** The worker has finished a trial before this turn's trial. */
  readonly used: boolean;
  /** Milliseconds of the turn in which model calls waited for our limiter. */
  readonly waited: () => number;
  /** The agent has answered a turn, by this process or another: it knows how, and is only late. */
  readonly answersKnown: () => boolean;
}

/** A turn that a worker has been asked. */
export interface PendingTurn extends Asked {
  readonly line: TurnLine;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly reply: Deferred<Reply>;
  /** Settles when the worker has answered, also after we gave up. */
  readonly answered: Deferred<void>;
  readonly bytesBefore: number;
  readonly clock: TurnClock;
  /** What is wrong with a line that holds an answer among other text. */
  hidden: string | null;
  state: 'open' | 'answered' | 'given_up';
}

/** What the worker printed since it was asked. One that said `ready` (`announced`) flushes its lines. */
export function printedIn({ capture, bytesBefore }: PendingTurn, announced: boolean): TimedOut['printed'] {
  if (capture.strays() > 0) return 'stray_json';
  if (capture.texts().log !== '') return 'text';
  return announced || capture.stdout.bytes() > bytesBefore ? 'elsewhere' : 'nothing';
}

/**
 * What a turn took that is answered now.
 *
 * @param started the worker had said `ready` or answered before: else the time since the turn was asked holds the start of the process
 */
export function latencyOf({ clock }: PendingTurn, started: boolean): AnswerTime {
  const elapsed = clock.elapsed();
  return started ? { latency_ms: elapsed } : { latency_ms: null, latency_at_most_ms: elapsed };
}
