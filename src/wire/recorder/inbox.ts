import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '#common/json.ts';
import { type Span, type Trace, tracesOf } from '#trials/traces/otlp/read-otlp.ts';
import { tellsOfWork } from '#trials/traces/work-of-spans.ts';
import type { ReceivedSpans, TrialAttempt } from '#wire/ports.ts';

/**
 * The traces that one process sends. Spans belong to the turn in which they began, by the clock of this machine; but a trace
 * belongs to the attempt at a trial in which it was first seen, and to none after it.
 */
export interface Inbox {
  /** Takes an export request of OTLP/JSON that had so many bytes; `false`: it can't be read, or the turn had too much. */
  take(request: JsonObject, bytes: number): boolean;
  /** A request came that is not taken: why, a sentence part. */
  rejectSpans(reason: string): void;
  /** A turn of the attempt begins. Returns what waits for its spans, to be called once, after its end. */
  begin(attempt: TrialAttempt): (signal: AbortSignal) => Promise<ReceivedSpans>;
  /** The process is over: nothing more comes. */
  close(): void;
}

/** Spans of no turn, over all processes. */
export interface StraySpans {
  count: number;
}

/** Nothing has come yet. */
export function createInbox(unassigned: StraySpans): Inbox {
  let requests: JsonObject[] = [];
  let arrived: Span[] = [];
  let current: { readonly attempt: TrialAttempt; readonly from: bigint } | null = null;
  /** Whose each trace is, by its id; `null`: it tells of work from before the attempt in which it was first seen. */
  const owners = new Map<string, TrialAttempt | null>();
  let bytes = 0;
  let problem: string | null = null;
  let last_ms = 0;
  let closed = false;

  function complete(from: bigint, to: bigint): boolean {
    const own = arrived.filter(isWithin(from, to));
    const ids = new Set(arrived.map(({ id }) => id));
    return own.length > 0 && own.every(({ parent }) => parent === null || ids.has(parent));
  }

  function noteOwner({ id, spans }: Trace): void {
    if (current === null || id.length > LONGEST_ID) return;
    const { attempt, from } = current;
    if (!owners.has(id) && owners.size < MOST_TRACES) owners.set(id, attempt);
    if (owners.has(id) && spans.some((span) => span.start < from && tellsOfWork(span))) owners.set(id, null);
  }

  return {
    take(request, size) {
      last_ms = performance.now();
      try {
        const traces = tracesOf([{ request, line: 0 }]);
        const spans = traces.flatMap((trace) => trace.spans);
        if (bytes + size > MOST_BYTES || arrived.length + spans.length > MOST_SPANS) return false;
        traces.forEach(noteOwner);
        bytes += size;
        requests.push(request);
        arrived.push(...spans);
        return true;
      } catch {
        // Values in it are nested so deep that no stack holds them.
        return false;
      }
    },
    rejectSpans(reason) {
      last_ms = performance.now();
      problem ??= reason;
    },
    begin(attempt) {
      unassigned.count += arrived.length;
      [requests, arrived, bytes, problem] = [[], [], 0, null];
      const from = now() - TOLERANCE;
      if (current?.attempt !== attempt) current = { attempt, from };
      return async (signal) => {
        const to = now() + MILLISECOND;
        const ended_ms = performance.now();
        while (!closed && !signal.aborted && performance.now() - ended_ms < PATIENCE_MS) {
          const quiet_ms = performance.now() - Math.max(last_ms, ended_ms);
          if (quiet_ms >= QUIET_MS && complete(from, to)) break;
          await sleep(POLL_MS);
        }
        const traces = tracesOf(requests.map((request) => ({ request, line: 0 })));
        const isOwn = ({ id }: Trace) => owners.get(id) === attempt;
        const isMeanwhile = isWithin(from, to);
        const own = traces.filter(isOwn).flatMap(({ spans }) => spans.filter(isMeanwhile));
        const foreign = traces.filter((trace) => !isOwn(trace)).flatMap(({ spans }) => spans.filter(isMeanwhile));
        unassigned.count += arrived.length - own.length;
        const received = { spans: own, problem: problem ?? (foreign.some(tellsOfWork) ? FOREIGN : null) };
        [requests, arrived, bytes, problem] = [[], [], 0, null];
        return received;
      };
    },
    close() {
      closed = true;
    },
  };
}

/** Nanoseconds that this clock cuts off: a span that began in the same millisecond as the turn ended began before it. */
const MILLISECOND = 1_000_000n;
/** Nanoseconds. Processes may round the time, and read another clock of the same machine. */
const TOLERANCE = 50_000_000n;
/** How long spans are waited for after the answer, at most. */
const PATIENCE_MS = 3_000;
/** Processes are told to send every 100 ms: a turn has no more spans after so long without any. */
const QUIET_MS = 400;
const POLL_MS = 20;
const MOST_BYTES = 32_000_000;
const MOST_SPANS = 10_000;
/** Traces of a process whose attempt is remembered, and the longest id of one: any other belongs to no attempt. */
const MOST_TRACES = 100_000;
const LONGEST_ID = 64;
const FOREIGN = 'spans came in a trace that an earlier trial began; begin a new trace in each trial';

function isWithin(from: bigint, to: bigint): (span: Span) => boolean {
  return ({ start }) => start >= from && start <= to;
}

function now(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
