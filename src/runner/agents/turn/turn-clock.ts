import { afterReading } from '#process/deferred.ts';

/** The time of one turn, without the time in which its model calls waited for our limiter. */
export interface TurnClock {
  /** Starts from zero again. */
  restart(): void;
  /** Milliseconds so far, without waiting. */
  elapsed(): number;
  /** Stops it from expiring. */
  stop(): void;
}

/** Starts a clock that calls `onExpired` once when `limitMs` have passed. `waited` returns the milliseconds of waiting so far. */
export function startTurnClock(limitMs: number, waited: () => number, onExpired: () => void): TurnClock {
  let since = 0;
  let waitedBefore = 0;
  let timer: NodeJS.Timeout | undefined;
  let last: NodeJS.Immediate | undefined;

  function elapsed(): number {
    return Math.max(0, performance.now() - since - (waited() - waitedBefore));
  }

  function arm(leastMs: number): void {
    const left = limitMs - elapsed();
    timer = setTimeout(check, Math.min(Math.max(left, leastMs), MAX_TIMER_MS));
  }

  function check(): void {
    // Timers may fire up to a millisecond early.
    if (elapsed() >= limitMs - 1) last = afterReading(onExpired);
    else arm(LEAST_PAUSE_MS);
  }

  function stop(): void {
    clearTimeout(timer);
    clearImmediate(last);
  }

  function restart(): void {
    stop();
    since = performance.now();
    waitedBefore = waited();
    arm(0);
  }

  restart();
  return { restart, elapsed, stop };
}

/** While a call waits the clock is stopped, however little time is left. */
const LEAST_PAUSE_MS = 20;
/** Longest delay of setTimeout. */
const MAX_TIMER_MS = 2_147_483_647;
