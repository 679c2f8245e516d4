/** What the time left is estimated from. */
export interface TrialPace {
  /** Trials that ended in this run; not those that it took over from an earlier one. */
  readonly ended: number;
  /** Most trials that may still end, with those that run now. */
  readonly remaining: number;
  /** Most trials at a time. */
  readonly concurrency: number;
  /** Since the first trial started. */
  readonly elapsed_ms: number;
}

/**
 * Milliseconds until the last trial ends if the trials to come take as long as those so far; `null` before one has ended. A
 * trial that runs now counts as half done, on both sides: without it, many slow trials that all started together would look
 * fast as soon as the first of them ends.
 */
export function timeLeft({ ended, remaining, concurrency, elapsed_ms: elapsed }: TrialPace): number | null {
  if (ended === 0) return null;
  if (remaining <= 0) return 0;
  const running = Math.min(concurrency, remaining);
  const atATime = Math.min(concurrency, ended + running);
  const perTrial = (atATime * elapsed) / (ended + running / 2);
  return (perTrial * (remaining - running / 2)) / running;
}
