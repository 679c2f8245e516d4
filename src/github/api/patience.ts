/** The time that one client may still spend waiting for a silent GitHub, over all of its requests. */
export interface GithubPatience {
  /** How long an attempt that wants `ms` may take; `null`: no time is left, so don't make it. */
  limit(ms: number): number | null;
  /** Records an attempt that got no answer for so many ms. */
  unanswered(ms: number): void;
  /** Whether there is time for a pause of `ms` before another attempt; if so, the pause is subtracted from what is left. */
  pause(ms: number): boolean;
}

/** Without it, a GitHub that never answers would hold a job for minutes at every single request. */
export function createPatience(): GithubPatience {
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

/** Most time spent waiting for answers that don't come. */
export const MOST_SILENCE_MS = 45_000;
/** Most time spent in pauses before retries; enough for one pause after a rate limit without a time. */
const MOST_PAUSES_MS = 60_000;
