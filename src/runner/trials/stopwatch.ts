import type { Budget, Clock } from '#ports/ports.ts';
import type { Trial } from '#trials/trial/trial.ts';

/** The time that a run may take. */
export interface Stopwatch {
  /** Aborted when the time is over, or when the run is cancelled. */
  readonly signal: AbortSignal;
  isOver(): boolean;
  stop(): void;
}

/** Starts counting. `most_ms` may be infinite. */
export function stopwatch(
  most_ms: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Stopwatch {
  const over = new AbortController();
  const stopped = new AbortController();
  if (Number.isFinite(most_ms)) {
    const either = AbortSignal.any([stopped.signal, signal]);
    const ring = () => {
      if (!either.aborted) over.abort();
    };
    // An aborted sleep may end in either way.
    clock.sleep(Math.max(0, most_ms), either).then(ring, () => {});
  }
  return {
    signal: AbortSignal.any([signal, over.signal]),
    isOver: () => over.signal.aborted,
    stop: () => stopped.abort(),
  };
}

/** A trial that ended because the budget's time was over was not cancelled by a person. */
export function outOfTime(ran: Trial, budget: Budget): Trial {
  if (ran.end.kind !== 'error' || ran.end.error.class !== 'cancelled') return ran;
  return { ...ran, end: { kind: 'error', error: { class: 'budget', message: timeIsUp(budget) } } };
}

/** Why the time was over. */
export function timeIsUp(budget: Budget): string {
  return budget.exhausted() ?? 'max-duration is reached';
}
