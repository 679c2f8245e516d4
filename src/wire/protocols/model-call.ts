import type { RequestSegment } from '#trials/trial/model-call-record.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import type { WireAnswer, WireRequest } from './format/wire-format.ts';
import type { Endpoint } from './providers.ts';

/**
 * Why a call has no good answer. `rate_limit`, `provider` and `network` are upstream's; `budget`, `replay_miss` and `limit` are
 * refusals of ours; `rejected` is a provider's answer about the request itself (4xx), so the agent's fault; `aborted`: the
 * client went away.
 */
export interface CallFault {
  readonly kind: 'rate_limit' | 'provider' | 'network' | 'budget' | 'replay_miss' | 'limit' | 'rejected' | 'aborted';
  readonly status: number | null;
  /** A sentence, with untrusted text of the provider. */
  readonly message: string;
}

/** One request to a model provider, and its result. */
export interface ModelCall {
  readonly endpoint: Endpoint;
  readonly request: WireRequest;
  /** What the model was shown, in order. */
  readonly segments: readonly RequestSegment[];
  /** `null` unless a complete answer arrived and could be read. */
  readonly answer: WireAnswer | null;
  /** There is no answer, but what came of it requests tools, or can't be read; absent: it does not, or nothing came. */
  readonly hides_calls?: true;
  readonly fault: CallFault | null;
  /** Its usage with cost; also of a broken answer, as far as known. `null`: unknown. */
  readonly usage: Usage | null;
  /** Monotonic milliseconds at which the request arrived, which orders the calls. */
  readonly started_ms: number;
  /** From the request to the end of the answer, without waiting. */
  readonly latency_ms: number;
  /** Waiting for our limiter and our retries. */
  readonly wait_ms: number;
  /** At its end, how long its provider had been silent; 0 if the call did not wait for the provider. */
  readonly silent_ms: number;
  /** Requests sent upstream; 0 if it was refused or replayed. */
  readonly tries: number;
  /** Answered from a cassette. */
  readonly replayed: boolean;
}
