import type { Clock } from '#ports/ports.ts';

/** Measures work that is not urgent, so that it takes only a small part of the time. */
export interface Pace {
  /** Does some of it. */
  spend<T>(work: () => T): T;
  /** Whether enough time has passed since for more. */
  isRested(): boolean;
}

/** A pace at which work takes at most a tenth of the time. */
export function createPace(clock: Pick<Clock, 'monotonic'>): Pace {
  let restedAt = Number.NEGATIVE_INFINITY;
  return {
    spend(work) {
      const began = clock.monotonic();
      try {
        return work();
      } finally {
        const ended = clock.monotonic();
        restedAt = ended + REST * (ended - began);
      }
    },
    isRested: () => clock.monotonic() >= restedAt,
  };
}

/** Times as long as the work took. */
const REST = 9;
