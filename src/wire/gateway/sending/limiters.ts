import type { Clock } from '#ports/ports.ts';
import { createLimiter, type Limiter } from './limiter.ts';

/** One limiter per host for all callers, because the host limits all of them together. */
export function createLimiters(clock: Clock, closed: AbortSignal): (origin: string) => Limiter {
  const known = new Map<string, Limiter>();
  return (origin) => {
    const limiter = known.get(origin) ?? createLimiter(clock, closed);
    known.set(origin, limiter);
    return limiter;
  };
}
