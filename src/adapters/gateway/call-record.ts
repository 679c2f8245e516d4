import type { CallContext } from '#application/model-ports.ts';
import type { Clock } from '#application/ports.ts';
import type { Usage } from '#domain/trial/trajectory.ts';
import type { CallFault, Endpoint, WireAnswer, WireRequest } from '#domain/wire/model-call.ts';

/** How a call ended. `usage` is priced. */
export interface CallEnd {
  readonly answer: WireAnswer | null;
  readonly fault: CallFault | null;
  readonly usage: Usage | null;
  readonly replayed: boolean;
}

/** Keeps the times and tries of one call, and tells of its end once. */
export interface CallRecord {
  /** Waits for something that is not the model's doing: told to the context, and kept out of the latency. */
  wait<T>(work: Promise<T>): Promise<T>;
  /** Counts a request that goes upstream. */
  sent(): void;
  closed(): boolean;
  /** The first end stands. */
  close(end: CallEnd): void;
}

/** @param wire `null` for requests that make no model work: nobody is told of them */
export function openRecord(
  wire: { readonly endpoint: Endpoint; readonly request: WireRequest } | null,
  context: CallContext,
  clock: Pick<Clock, 'monotonic'>,
): CallRecord {
  const started = clock.monotonic();
  let waited = 0;
  let tries = 0;
  let closed = false;
  return {
    wait: async (work) => {
      const from = clock.monotonic();
      context.onWait(true);
      try {
        return await work;
      } finally {
        waited += clock.monotonic() - from;
        context.onWait(false);
      }
    },
    sent: () => {
      tries += 1;
    },
    closed: () => closed,
    close: ({ answer, fault, usage, replayed }) => {
      if (closed) return;
      closed = true;
      if (wire === null) return;
      context.onCall({
        endpoint: wire.endpoint,
        request: wire.request,
        answer,
        fault,
        usage,
        started_ms: started,
        latency_ms: Math.max(0, clock.monotonic() - started - waited),
        wait_ms: waited,
        tries,
        replayed,
      });
    },
  };
}
