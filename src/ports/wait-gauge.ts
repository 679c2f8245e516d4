import type { Clock } from './ports.ts';

/** Sums up the time in which anything waits: overlapping waits count once. */
export interface WaitGauge {
  /** `true` when a wait begins, `false` when one ends. */
  note(begins: boolean): void;
  /** Milliseconds so far. */
  total(): number;
  /** Ignores everything later. */
  stop(): void;
}

/** A gauge at 0. */
export function createWaitGauge(clock: Pick<Clock, 'monotonic'>): WaitGauge {
  let waiting = 0;
  let since = 0;
  let sum = 0;
  let stopped: number | null = null;
  const total = (): number => stopped ?? sum + (waiting > 0 ? clock.monotonic() - since : 0);
  return {
    total,
    note(begins: boolean): void {
      if (begins && waiting === 0) since = clock.monotonic();
      waiting += begins ? 1 : -1;
      if (!begins && waiting === 0) sum += clock.monotonic() - since;
    },
    stop(): void {
      stopped = total();
    },
  };
}
