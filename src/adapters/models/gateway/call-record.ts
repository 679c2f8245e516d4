import type { CallContext } from '#adapters/models/ports.ts';
import type { CallFault } from '#adapters/models/wire/model-call.ts';
import type { Endpoint } from '#adapters/models/wire/providers.ts';
import type { WireAnswer, WireRequest } from '#adapters/models/wire/wire-format.ts';
import type { Clock } from '#application/ports.ts';
import type { Usage } from '#domain/trial/trajectory.ts';

/** How a call ended. `usage` is priced. */
interface CallEnd {
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
  /** The provider gave a sign of life. */
  heard(): void;
  /** We no longer read, or read again: what is not read can't be heard. */
  paused(paused: boolean): void;
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
  /** Since when nothing was heard of the provider; `null` while we don't listen. */
  let silentSince: number | null = null;

  const endedWith = ({ answer, fault, usage, replayed }: CallEnd, { endpoint, request }: NonNullable<typeof wire>) => {
    const now = clock.monotonic();
    const latency_ms = Math.max(0, now - started - waited);
    const silent_ms = silentSince === null ? 0 : now - silentSince;
    const times = { started_ms: started, latency_ms, wait_ms: waited, silent_ms };
    return { endpoint, request, answer, fault, usage, ...times, tries, replayed };
  };

  if (wire !== null) context.onOpen?.(() => endedWith(STILL_OPEN, wire));
  return {
    wait: async (work) => {
      const from = clock.monotonic();
      silentSince = null;
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
      silentSince = clock.monotonic();
    },
    heard: () => {
      if (silentSince !== null) silentSince = clock.monotonic();
    },
    paused: (paused) => {
      silentSince = paused ? null : clock.monotonic();
    },
    closed: () => closed,
    close: (end) => {
      if (closed) return;
      closed = true;
      if (wire !== null) context.onCall(endedWith(end, wire));
    },
  };
}

/** How a call stands that nobody has ended yet. */
const STILL_OPEN: CallEnd = {
  answer: null,
  fault: { kind: 'aborted', status: null, message: 'there was no answer yet' },
  usage: null,
  replayed: false,
};
