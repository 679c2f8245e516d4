import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '#common/json.ts';
import { type Span, tracesOf } from '#trials/traces/otlp/read-otlp.ts';
import type { ReceivedSpans } from '#wire/ports.ts';

/** The traces that one process sends. Spans belong to the turn in which they began, by the clock of this machine. */
export interface Inbox {
  /** Takes an export request of OTLP/JSON that had so many bytes; `false`: it can't be read, or the turn had too much. */
  take(request: JsonObject, bytes: number): boolean;
  /** A request came that is not taken: why, a sentence part. */
  rejectSpans(reason: string): void;
  /** A turn begins. Returns what waits for its spans, to be called once, after its end. */
  begin(): (signal: AbortSignal) => Promise<ReceivedSpans>;
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
  let bytes = 0;
  let problem: string | null = null;
  let last_ms = 0;
  let closed = false;

  function complete(from: bigint, to: bigint): boolean {
    const own = arrived.filter(isWithin(from, to));
    const ids = new Set(arrived.map(({ id }) => id));
    return own.length > 0 && own.every(({ parent }) => parent === null || ids.has(parent));
  }

  return {
    take(request, size) {
      last_ms = performance.now();
      const spans = readable(request);
      if (spans === null || bytes + size > MOST_BYTES || arrived.length + spans.length > MOST_SPANS) return false;
      bytes += size;
      requests.push(request);
      arrived.push(...spans);
      return true;
    },
    rejectSpans(reason) {
      last_ms = performance.now();
      problem ??= reason;
    },
    begin() {
      unassigned.count += arrived.length;
      [requests, arrived, bytes, problem] = [[], [], 0, null];
      const from = now() - TOLERANCE;
      return async (signal) => {
        const to = now() + MILLISECOND;
        const ended_ms = performance.now();
        while (!closed && !signal.aborted && performance.now() - ended_ms < PATIENCE_MS) {
          const quiet_ms = performance.now() - Math.max(last_ms, ended_ms);
          if (quiet_ms >= QUIET_MS && complete(from, to)) break;
          await sleep(POLL_MS);
        }
        const own = spansOf(requests).filter(isWithin(from, to));
        unassigned.count += arrived.length - own.length;
        const received = { spans: own, problem };
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

/** `null`: values in it are nested so deep that no stack holds them. */
function readable(request: JsonObject): readonly Span[] | null {
  try {
    return spansOf([request]);
  } catch {
    return null;
  }
}

function spansOf(requests: readonly JsonObject[]): readonly Span[] {
  return tracesOf(requests.map((request) => ({ request, line: 0 }))).flatMap(({ spans }) => spans);
}

function isWithin(from: bigint, to: bigint): (span: Span) => boolean {
  return ({ start }) => start >= from && start <= to;
}

function now(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
