import type { Json, JsonObject } from '#domain/json.ts';
import type { RequestedCall } from '#domain/messages/message-shape.ts';
import type { Usage } from '#domain/trial/trajectory.ts';
import type { ProviderError } from './provider-error.ts';

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

/** How one endpoint speaks. Tolerant throughout: whatever JSON comes, nothing throws. */
export interface WireFormat {
  /** `retryCount`: the client's own, `null` when it does not tell. */
  readRequest(body: JsonObject, retryCount: number | null): WireRequest;
  /** A body that came in one piece; `null` when it is no whole answer (an error, something unfinished or unknown). */
  readAnswer(body: Json): WireAnswer | null;
  /** What the body says that it cost, be it an answer or not. */
  readUsage(body: Json): Usage | null;
  /** A reader for one streamed body. */
  stream(): StreamReader;
}

/** One server-sent event, or one line of NDJSON as `data`. */
export interface StreamEvent {
  readonly event: string | null;
  readonly data: string;
}

/** Puts a streamed answer together. */
export interface StreamReader {
  push(event: StreamEvent): void;
  /** The same as the body in one piece would give; `null` until the stream's own end was seen, and when it told an error. */
  answer(): WireAnswer | null;
  /** The stream's last event was seen: nothing comes after it, not even the usage. */
  ended(): boolean;
  /** What is known so far of the cost: before the end a part, or `null`. */
  usage(): Usage | null;
  /** The first error that the stream told. */
  error(): ProviderError | null;
  /** An event was no JSON, so something is missing. */
  broken(): boolean;
}
