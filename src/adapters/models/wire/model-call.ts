import type { Usage } from '#domain/trial/trajectory.ts';
import type { Endpoint } from './providers.ts';
import type { WireAnswer, WireRequest } from './wire-format.ts';

/**
 * Why a call has no good answer. `rate_limit`, `provider` and `network` are upstream's; `budget`, `replay_miss` and `limit` are refusals
 * of ours; `rejected` is an answer of the provider about the request itself (4xx), so the agent's own; `aborted`: the client went away.
 */
export interface CallFault {
  readonly kind: 'rate_limit' | 'provider' | 'network' | 'budget' | 'replay_miss' | 'limit' | 'rejected' | 'aborted';
  readonly status: number | null;
  /** A sentence; text of the provider inside is untrusted. */
  readonly message: string;
}

/** One request to a model provider, and what came of it. */
export interface ModelCall {
  readonly endpoint: Endpoint;
  readonly request: WireRequest;
  /** `null` unless an answer arrived whole and could be read. */
  readonly answer: WireAnswer | null;
  readonly fault: CallFault | null;
  /** What it cost, priced; also of a broken answer, as far as known. `null`: unknown. */
  readonly usage: Usage | null;
  /** Monotonic milliseconds at which the request arrived: calls are in this order. */
  readonly started_ms: number;
  /** From the request to the end of the answer, waiting left out. */
  readonly latency_ms: number;
  /** Waiting for our limiter and our retries. */
  readonly wait_ms: number;
  /** At its end, how long its provider had given no sign of life; 0 where the call did not wait for the provider. */
  readonly silent_ms: number;
  /** Requests sent upstream; 0 when it was refused or replayed. */
  readonly tries: number;
  /** Served from a cassette. */
  readonly replayed: boolean;
}
