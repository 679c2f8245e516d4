import type { Json, JsonObject } from '#domain/json.ts';
import type { RequestedCall } from '#domain/messages/message-shape.ts';
import type { Usage } from '#domain/trial/trajectory.ts';

/** Whose protocol is spoken. */
export type Provider = 'openai' | 'anthropic' | 'ollama';

/** A request that makes a model work and costs tokens. */
export type Endpoint = 'openai_chat' | 'openai_responses' | 'openai_embeddings' | 'anthropic_messages' | 'ollama_chat';

/** What a tool gave, as a request hands it back to the model. */
export interface HandedBack {
  readonly call_id: string | null;
  readonly name: string | null;
  /** Of the call that it answers, where the body tells and there is no id: tie it to its call. */
  readonly arguments?: JsonObject;
  readonly status: 'ok' | 'error';
  readonly result: Json;
}

/** What the record keeps of a request's body. */
export interface WireRequest {
  readonly model: string | null;
  readonly stream: boolean;
  /** SHA-256 of the canonical body: equal for a request that is sent again. */
  readonly body_hash: string;
  /** Header `x-stainless-retry-count`: the client's own count of retries; `null` when the client does not tell. */
  readonly retry_count: number | null;
  /** Every tool result in the body, in order. */
  readonly results: readonly HandedBack[];
}

/** What the record keeps of a whole answer. */
export interface WireAnswer {
  /** As the provider names its answer; `null` where it gives none (Ollama). */
  readonly id: string | null;
  /** As served. */
  readonly model: string | null;
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  /** Of tools that the provider ran itself: they come with the answer that requests them. */
  readonly results?: readonly HandedBack[];
  /** Without cost: the wire knows no prices. */
  readonly usage: Usage | null;
}

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
