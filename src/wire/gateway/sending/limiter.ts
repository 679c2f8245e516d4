import type { Clock } from '#ports/ports.ts';

/**
 * How a request of a slot ended. `refused`: the host said that it gets too many requests; `failed`: it said that it is broken;
 * `unanswered`: it said nothing.
 */
type SlotEnd =
  | { readonly kind: 'answered' | 'failed' | 'unanswered' }
  | { readonly kind: 'refused'; readonly wait_ms: number };

/** Permission for one request in flight. */
export interface Slot {
  /** Call it once, when the answer is complete or there will be none. */
  release(end: SlotEnd): void;
}

/** Limits the requests in flight at one host to what the host accepts. */
export interface Limiter {
  /** A slot, if one is free and nobody waits for it. */
  tryEnter(): Slot | null;
  /** A slot, first come, first served; `null` as soon as the signal aborts. */
  enter(signal: AbortSignal): Promise<Slot | null>;
  /** Milliseconds since which the host has refused or failed every request; 0 if the last that it said was an answer. */
  unavailableFor(): number;
}

/**
 * Additive increase, multiplicative decrease. Nothing is limited until the host refuses. A refusal begins an event with the
 * number in flight: it and every other refusal of a request sent before the event lower the limit by one each, to no less than
 * half (so for a host that accepts 10 of 20 the limit becomes 10, and one that refuses all gets half as many). Requests sent
 * after the event can begin the next one. As many answers as the limit raise it by one; but a limit found by counting, not by
 * halving, is known to be right and kept for a while, longer each time the host confirms it, because each refusal costs its
 * request a wait. A refusal with nothing else in flight stops the whole host until the time it named.
 */
export function createLimiter(clock: Clock, closed: AbortSignal): Limiter {
  const queue: { readonly grant: (slot: Slot | null) => void }[] = [];
  let inFlight = 0;
  let limit = Number.POSITIVE_INFINITY;
  let event = 0;
  let floor = 0;
  let answers = 0;
  let holdUntil = 0;
  let hold = FIRST_HOLD_MS;
  let resumeAt = 0;
  let unavailableSince: number | null = null;

  const open = () => inFlight < limit && resumeAt <= clock.monotonic();

  const slot = (): Slot => {
    inFlight += 1;
    const sentIn = event;
    return {
      release: (end) => {
        if (end.kind === 'refused' || end.kind === 'failed') unavailableSince ??= clock.monotonic();
        if (end.kind === 'refused') noteRefusal(sentIn, end.wait_ms);
        inFlight -= 1;
        if (end.kind === 'answered') noteAnswer();
        if (end.kind === 'refused' && inFlight === 0) pause(end.wait_ms);
        serve();
      },
    };
  };

  const noteRefusal = (sentIn: number, waitMs: number) => {
    const now = clock.monotonic();
    answers = 0;
    if (sentIn === event) {
      event += 1;
      limit = Math.min(limit, inFlight);
      floor = Math.max(1, Math.floor(limit / 2));
      hold =
        holdUntil > 0 && now - holdUntil < hold
          ? Math.min(hold * 2, LONGEST_HOLD_MS)
          : Math.max(FIRST_HOLD_MS, 2 * waitMs);
      holdUntil = now + hold;
    }
    if (limit > floor) limit -= 1;
    else if (limit > 1) holdUntil = 0;
  };

  const noteAnswer = () => {
    unavailableSince = null;
    if (limit === Number.POSITIVE_INFINITY) return;
    answers += 1;
    if (answers < limit || clock.monotonic() < holdUntil) return;
    answers = 0;
    limit += 1;
  };

  const pause = (ms: number) => {
    const until = clock.monotonic() + ms;
    if (until <= resumeAt) return;
    resumeAt = until;
    void clock.sleep(ms, closed).then(() => {
      // A timer may fire a moment before its time, and fires only once.
      if (resumeAt === until) resumeAt = 0;
      serve();
    });
  };

  const serve = () => {
    while (queue.length > 0 && open()) queue.shift()?.grant(slot());
  };

  return {
    tryEnter: () => (queue.length === 0 && open() ? slot() : null),
    enter: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        const waiter = {
          grant: (granted: Slot | null) => {
            signal.removeEventListener('abort', leave);
            resolve(granted);
          },
        };
        const leave = () => {
          queue.splice(queue.indexOf(waiter), 1);
          resolve(null);
        };
        signal.addEventListener('abort', leave, { once: true });
        queue.push(waiter);
        serve();
      }),
    unavailableFor: () => (unavailableSince === null ? 0 : clock.monotonic() - unavailableSince),
  };
}

const FIRST_HOLD_MS = 2000;
const LONGEST_HOLD_MS = 60_000;
