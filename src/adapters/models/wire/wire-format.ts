import type { Json, JsonObject } from '#domain/json.ts';
import type { Usage } from '#domain/trial/trajectory.ts';
import type { Endpoint, WireAnswer, WireRequest } from './model-call.ts';
import type { ProviderError } from './provider-error.ts';

/** How one endpoint speaks. Tolerant throughout: whatever JSON comes, nothing throws. */
export interface WireFormat {
  readonly endpoint: Endpoint;
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
