import { once } from 'node:events';
import { backOffMs } from '#common/back-off.ts';
import { errorMessage } from '#common/error-message.ts';
import type { Clock } from '#ports/ports.ts';
import { type Exchange, TransportError } from '#wire/gateway/http/exchange.ts';
import { readWhole } from '#wire/gateway/http/read-whole.ts';
import type { OutboundRequest, Transport } from '#wire/gateway/http/transport.ts';
import type { Refusal } from '#wire/protocols/classify-refusal.ts';
import type { CallRecord } from '../call/call-record.ts';
import type { Patience } from '../call/patience.ts';
import type { HeldToken } from '../call/upstream.ts';
import type { Limiter, Slot } from './limiter.ts';

const LONGEST_MS = 30_000;

/** The result of a request after all retries. */
export type Sent =
  /** A successful answer begins: read its body, then release its slot. */
  | { readonly kind: 'answer'; readonly exchange: Exchange; readonly slot: Slot }
  /** Upstream's final answer is an error (or a redirect). */
  | { readonly kind: 'error'; readonly error: UpstreamError }
  /** `sent`: the host may have processed it, and bills it. */
  | { readonly kind: 'lost'; readonly message: string; readonly sent: boolean }
  /** No token could be had, a sentence: nothing (more) was sent. */
  | { readonly kind: 'no_token'; readonly problem: string }
  /** The run must not continue: nothing (more) was sent. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'aborted'; readonly sent: boolean };

/** An error answer. */
export interface UpstreamError {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array;
  /** Why every other request would be refused like this one; `null`: it would not. */
  readonly refusal: Refusal | null;
}

/** What sending a request needs of the gateway. */
export interface Sender {
  readonly transport: Transport;
  /** What brings the token that each request gets; absent: it has a key, or none. */
  readonly held?: HeldToken;
  readonly limiter: Limiter;
  readonly clock: Clock;
  readonly random: () => number;
  readonly patience: Patience;
  /** Whether nothing more may be sent; asked before each try. */
  stopped(): boolean;
  /** Aborts when `stopped` becomes true, so that nothing waits in vain. */
  readonly stop: AbortSignal;
  /** Milliseconds that the run has left. */
  timeLeft(): number;
  classify(status: number, body: Uint8Array): Refusal | null;
}

/**
 * Sends a request until there is an answer or patience ends. It repeats only requests that certainly produced nothing: after a
 * received 408, 429 or 5xx, without a connection, or, once, after a 401 for a token that can be renewed. A request without an answer
 * may have been billed.
 *
 * @param requestWith the request with a token
 */
export async function sendWithRetries(
  requestWith: (token: string | null) => OutboundRequest,
  sender: Sender,
  record: CallRecord,
  signal: AbortSignal,
): Promise<Sent> {
  const { limiter, transport, held, patience, random } = sender;
  const tally: Tally = { failures: 0, failed_ms: 0, refusals: 0, refused_ms: 0, renewals: 0 };
  // What a client's leaving means: who leaves while we wait to send its request again leaves because of the last answer.
  let leaving: Sent = { kind: 'aborted', sent: false };
  for (;;) {
    if (signal.aborted) return leaving;
    if (sender.stopped()) return { kind: 'stopped' };
    const slot = limiter.tryEnter() ?? (await record.wait(limiter.enter(AbortSignal.any([signal, sender.stop]))));
    if (slot === null) continue;
    if (signal.aborted || sender.stopped()) {
      slot.release({ kind: 'unanswered' });
      continue;
    }
    // Waiting for a token is no work of the model. Last, so that none ends while its request waits.
    const given = held === undefined ? NO_TOKEN : await record.wait(tokenFrom(held, signal, sender));
    if ('kind' in given) {
      slot.release({ kind: 'unanswered' });
      return given;
    }

    record.sent();
    const tried = await attempt(requestWith(given.token), transport, signal);
    if (tried.kind === 'answer') {
      record.heard();
      return { ...tried, slot };
    }
    if (tried.kind === 'lost') {
      slot.release({ kind: 'unanswered' });
      tally.failures += 1;
      if (signal.aborted) return { kind: 'aborted', sent: !tried.retryable };
      if (!tried.retryable || tally.failures >= patience.failures) return { ...tried, sent: !tried.retryable };
      await pause(ownDelayMs(tally.failures, random()), sender, record, signal);
      continue;
    }

    if (isRenewed(tried.status, given, tally, held)) {
      slot.release({ kind: 'answered' });
      continue;
    }

    const refusal = sender.classify(tried.status, tried.body);
    const wait = refusal === null ? waitBeforeRetry(tried, tally, sender) : null;
    slot.release(
      isCongested(tried) && refusal === null
        ? { kind: 'refused', wait_ms: Math.min(wait ?? 0, patience.longest_wait_ms) }
        : { kind: isBroken(tried) ? 'failed' : 'answered' },
    );
    const { status, headers, body } = tried;
    leaving = { kind: 'error', error: { status, headers, body, refusal } };
    if (wait === null) return leaving;
    await pause(wait, sender, record, signal);
  }
}

/** What a request shows, if that is no key. */
interface Given {
  readonly token: string | null;
}

const NO_TOKEN: Given = { token: null };

/** A token, or why nothing can be sent. */
async function tokenFrom(held: HeldToken, signal: AbortSignal, { stop }: Sender): Promise<Given | Sent> {
  const gone = once(AbortSignal.any([signal, stop]), 'abort').then(
    (): Sent => (signal.aborted ? { kind: 'aborted', sent: false } : { kind: 'stopped' }),
  );
  const token = held.current().then(
    (token): Given => ({ token }),
    (error: unknown): Sent => ({ kind: 'no_token', problem: errorMessage(error) }),
  );
  return Promise.race([token, gone]);
}

/** Whether the next try gets another token, because this one was refused: the request produced nothing. */
function isRenewed(status: number, { token }: Given, tally: Tally, held?: HeldToken): boolean {
  if (status !== 401 || token === null || tally.renewals > 0) return false;
  tally.renewals += 1;
  held?.refuse(token);
  return true;
}

type Tried =
  | { readonly kind: 'answer'; readonly exchange: Exchange }
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly headers: Exchange['headers'];
      readonly body: Uint8Array;
    }
  | { readonly kind: 'lost'; readonly message: string; readonly retryable: boolean };

async function attempt(request: OutboundRequest, transport: Transport, signal: AbortSignal): Promise<Tried> {
  try {
    const exchange = await transport.send(request, signal);
    const { status, headers } = exchange;
    if (status >= 200 && status < 300) return { kind: 'answer', exchange };
    // The status has arrived; an error body that breaks off only says less.
    const body = await readWhole(exchange, MAX_ERROR_BYTES).catch(() => new Uint8Array());
    return { kind: 'error', status, headers, body };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'lost', message, retryable: error instanceof TransportError && error.retryable };
  }
}

interface Tally {
  failures: number;
  failed_ms: number;
  refusals: number;
  refused_ms: number;
  renewals: number;
}

/** Milliseconds to wait before the request is sent again; `null`: it is not. */
function waitBeforeRetry(
  { status, headers }: { readonly status: number; readonly headers: Exchange['headers'] },
  tally: Tally,
  { clock, random, patience, limiter }: Sender,
): number | null {
  if (headers['x-should-retry'] === 'false') return null;
  const retryAfter = retryAfterMs(headers, clock.now());
  if (retryAfter !== null && retryAfter > patience.longest_wait_ms) return null;
  if (status === 429) {
    tally.refusals += 1;
    // If a host repeats "at once", wait anyway.
    const wait = Math.max(retryAfter ?? ownDelayMs(tally.refusals, random()), Math.min(2 ** tally.refusals, 1000));
    tally.refused_ms += wait;
    return tally.refused_ms > patience.refused_ms || limiter.unavailableFor() >= patience.refused_ms ? null : wait;
  }
  if (!isBroken({ status })) return null;
  tally.failures += 1;
  const wait = retryAfter ?? ownDelayMs(tally.failures, random());
  tally.failed_ms += wait;
  if (tally.failures < patience.failures) return wait;
  // A host that answers others fails on this request; a host that answers no request may be back in a minute.
  const silent = limiter.unavailableFor();
  return silent === 0 || silent >= patience.failed_ms || tally.failed_ms > patience.failed_ms ? null : wait;
}

/** Answers that mean "broken", perhaps only now. */
function isBroken({ status }: { readonly status: number }): boolean {
  return status === 408 || status >= 500;
}

/** Answers that mean "too many requests", not "broken". */
function isCongested({ status, headers }: { readonly status: number; readonly headers: Exchange['headers'] }): boolean {
  return status === 429 || status === 529 || (status === 503 && headers['retry-after'] !== undefined);
}

function pause(ms: number, sender: Sender, record: CallRecord, signal: AbortSignal): Promise<void> {
  const wait = Math.max(0, Math.min(ms, sender.timeLeft()));
  return record.wait(sender.clock.sleep(wait, AbortSignal.any([signal, sender.stop])));
}

const MAX_ERROR_BYTES = 1024 * 1024;

/**
 * Milliseconds until a refused request may be sent again, from the answer's headers: `retry-after-ms` (exact; OpenAI and Azure
 * send it) before `retry-after` (RFC 9110: seconds or a date). `null` if there is neither.
 * @param now wall time in milliseconds since 1970, for dates
 */
export function retryAfterMs(headers: { readonly [name: string]: string }, now: number): number | null {
  const exact = nonNegative(headers['retry-after-ms']);
  if (exact !== null) return exact;
  const header = headers['retry-after'];
  const seconds = nonNegative(header);
  if (seconds !== null) return seconds * 1000;
  const date = header === undefined || !/[a-z]/i.test(header) ? Number.NaN : Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function nonNegative(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}

/** Milliseconds before the next try if the host names none. */
function ownDelayMs(failed: number, random: number): number {
  return backOffMs(failed, random, LONGEST_MS);
}
