import type { Clock } from '#ports/ports.ts';

/** A clock whose sleeps take no time but tell of it; `slept` is every sleep that was asked for, in ms. */
export interface SkippingClock extends Clock {
  readonly slept: readonly number[];
  advance(ms: number): void;
}

/** Time stands still but for sleeps, which jump over themselves, each after what is due before it. */
export function skippingClock(): SkippingClock {
  const slept: number[] = [];
  let time = 0;
  return {
    slept,
    now: () => 1_800_000_000_000 + time,
    monotonic: () => time,
    advance: (ms) => {
      time += ms;
    },
    sleep: (ms, signal) => {
      slept.push(ms);
      const end = time + ms;
      return new Promise((resolve) => {
        setImmediate(() => {
          if (!signal.aborted) time = Math.max(time, end);
          resolve();
        });
      });
    },
  };
}

/** A clock that stands still: a sleep only ends when it is aborted. `sleeping` resolves when somebody sleeps. */
export function standingClock(): Clock & { readonly sleeping: Promise<void> } {
  const asleep = Promise.withResolvers<void>();
  return {
    sleeping: asleep.promise,
    now: () => 1_800_000_000_000,
    monotonic: () => 0,
    sleep: (_, signal) =>
      new Promise((resolve) => {
        asleep.resolve();
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
}
