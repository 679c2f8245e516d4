import type { Clock } from '#ports/ports.ts';
import type { RequestSegment } from '#trials/trial/model-call-record.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import type { CallContext } from '#wire/ports.ts';
import type { WireAnswer, WireRequest } from '#wire/protocols/format/wire-format.ts';
import type { CallFault } from '#wire/protocols/model-call.ts';
import type { Endpoint } from '#wire/protocols/providers.ts';

/** What the gateway reads in a request to a model. */
export interface ReadRequest {
  readonly endpoint: Endpoint;
  readonly request: WireRequest;
  /** What the model is shown, in order. */
  readonly segments: readonly RequestSegment[];
}

/** How a call ended. `usage` has its cost. */
interface CallEnd {
  readonly answer: WireAnswer | null;
  readonly hides_calls?: boolean | undefined;
  readonly fault: CallFault | null;
  readonly usage: Usage | null;
  readonly replayed: boolean;
}

/** Keeps the times and tries of one call, and reports its end once. */
export interface CallRecord {
  /** Waits for something that is not the model: reported to the context, and not part of the latency. */
  wait<T>(work: Promise<T>): Promise<T>;
  /** Counts a request that goes upstream. */
  sent(): void;
  /** The provider sent something. */
  heard(): void;
  /** Reading was paused or resumed: a paused provider is not silent. */
  paused(paused: boolean): void;
  closed(): boolean;
  /** Only the first end counts. */
  close(end: CallEnd): void;
}

/** @param wire `null` for requests that use no model: they are not reported */
export function openRecord(
  wire: ReadRequest | null,
  context: CallContext,
  clock: Pick<Clock, 'monotonic'>,
): CallRecord {
  const started = clock.monotonic();
  let waited = 0;
  let tries = 0;
  let closed = false;
  /** Since when the provider has been silent; `null` while reading is paused. */
  let silentSince: number | null = null;

  const endedWith = (
    { answer, hides_calls, fault, usage, replayed }: CallEnd,
    { endpoint, request, segments }: ReadRequest,
  ) => {
    const now = clock.monotonic();
    const latency_ms = Math.max(0, now - started - waited);
    const silent_ms = silentSince === null ? 0 : now - silentSince;
    const times = { started_ms: started, latency_ms, wait_ms: waited, silent_ms };
    const hides = hides_calls === true ? { hides_calls } : {};
    return { endpoint, request, segments, answer, ...hides, fault, usage, ...times, tries, replayed };
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

/** The state of a call that has not ended. */
const STILL_OPEN: CallEnd = {
  answer: null,
  fault: { kind: 'aborted', status: null, message: 'there was no answer yet' },
  usage: null,
  replayed: false,
};
