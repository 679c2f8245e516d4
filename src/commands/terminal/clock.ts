import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#ports/ports.ts';

/** The machine's clock. A sleep that is aborted ends early, without an error; one of no time ends after what is happening now. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => (ms === 0 ? nextRound() : wait(ms, undefined, { signal }).catch(() => undefined)),
};

/** After the events of this round, and what they have set off. */
async function nextRound(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
