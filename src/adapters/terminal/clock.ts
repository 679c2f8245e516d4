import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#application/ports.ts';

/** The machine's clock. A sleep that is aborted ends early, without an error. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
};
