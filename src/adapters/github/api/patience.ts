/** What is left of the time that one client waits for GitHub in vain, over all of its requests. */
export interface Patience {
  /** How long an attempt that wants `ms` may take; `null`: there is no time left, so it is not made. */
  limit(ms: number): number | null;
  /** An attempt got no answer for so many ms. */
  unanswered(ms: number): void;
  /** Whether there is time for a pause of `ms` before another attempt; if so, it is taken from what is left. */
  pause(ms: number): boolean;
}

/** Without it, a GitHub that never answers would hold a job for minutes at every single request. */
export function createPatience(): Patience {
  let silence = MOST_SILENCE_MS;
  let pauses = MOST_PAUSES_MS;
  return {
    limit: (ms) => (silence === 0 ? null : Math.min(ms, silence)),
    unanswered(ms) {
      silence = Math.max(0, silence - ms);
    },
    pause(ms) {
      if (ms > pauses) return false;
      pauses -= ms;
      return true;
    },
  };
}

/** Waiting for answers that do not come. */
export const MOST_SILENCE_MS = 45_000;
/** Waiting before asking again: once as long as GitHub asks for after too many requests without naming a time. */
const MOST_PAUSES_MS = 60_000;
