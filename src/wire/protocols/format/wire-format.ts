import type { Json, JsonObject } from '#common/json.ts';
import type { RequestedCall } from '#trials/messages/message-shape.ts';
import type { Usage } from '#trials/trial/trajectory.ts';
import type { ProviderError } from './provider-error.ts';

/** A tool's result, as a request returns it to the model. */
export interface HandedBack {
  readonly call_id: string | null;
  readonly name: string | null;
  /** Arguments of the call that it answers, if the body has them and there is no id: they match it to its call. */
  readonly arguments?: JsonObject;
  readonly status: 'ok' | 'error';
  readonly result: Json;
}

/** The part of a request's body that is recorded. */
export interface WireRequest {
  readonly model: string | null;
  readonly stream: boolean;
  /** SHA-256 of the canonical body: equal for a request that is sent again. */
  readonly body_hash: string;
  /** The client's own count of retries (headers `x-stainless-retry-count`, `amz-sdk-request`); `null` if it sends none. */
  readonly retry_count: number | null;
  /** Every tool result in the body, in order. */
  readonly results: readonly HandedBack[];
}

/** The part of a complete answer that is recorded. */
export interface WireAnswer {
  /** The provider's id of its answer; `null` if it sends none (Ollama). */
  readonly id: string | null;
  /** As served. */
  readonly model: string | null;
  readonly text: string;
  /** `null`: the answer requests tools, and its calls can't be told apart or read. */
  readonly calls: readonly RequestedCall[] | null;
  /** Results of tools that the provider ran itself: they come with the answer that requests them. */
  readonly results?: readonly HandedBack[];
  /** Without cost: the wire has no prices. */
  readonly usage: Usage | null;
  /** When the model ends, as the provider writes it; absent: the answer does not say. */
  readonly ends?: string;
}

/** The format of one endpoint. Tolerant: whatever JSON comes, nothing throws. */
export interface WireFormat {
  /** The endpoint answers with embeddings: its calls are no steps of an agent. */
  readonly embeds?: true;
  /**
   * The body with what the path says (`model`, `stream`) and in the names that most providers use (`system`, `tools`,
   * `messages`; all else is settings). Without it, the body has them already. `path`: with the query.
   */
  inCommonNames?(body: JsonObject, path: string): JsonObject;
  /** `body`: in common names. `retryCount`: the client's own, `null` if it sends none. */
  readRequest(body: JsonObject, retryCount: number | null): WireRequest;
  /** A body in one piece with what only the answer's headers tell; without it, the body as it is. */
  withHeaders?(body: Json, headers: { readonly [name: string]: string }): Json;
  /** A body in one piece; `null` if it is no complete answer (an error, or something unfinished or unknown). */
  readAnswer(body: Json): WireAnswer | null;
  /** The usage that the body reports, whether it is an answer or not. */
  readUsage(body: Json): Usage | null;
  /** A reader for one streamed body. */
  stream(): StreamReader;
}

/** One server-sent event, or one line of NDJSON as `data`. */
export interface StreamEvent {
  readonly event: string | null;
  readonly data: string;
}

/** Combines a streamed answer. */
export interface StreamReader {
  push(event: StreamEvent): void;
  /** The same as the body in one piece would give; `null` until the stream's own end was seen, and after an error in it. */
  answer(): WireAnswer | null;
  /** The stream's last event was seen: nothing follows it, not even the usage. */
  ended(): boolean;
  /** The usage known so far: before the end a part, or `null`. */
  usage(): Usage | null;
  /** The first error in the stream. */
  error(): ProviderError | null;
  /** An event was no JSON, so something is missing. */
  isBroken(): boolean;
  /** What came so far requests a tool, or can't be read: a client can run it before the stream ends. */
  mayRequestTools(): boolean;
}
