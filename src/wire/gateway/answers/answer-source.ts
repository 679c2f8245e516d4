import type { BodySink } from '#wire/gateway/http/exchange.ts';

/** A successful answer whose body begins: from upstream, or from a cassette. */
export interface AnswerSource {
  readonly status: number;
  /** The headers for the client. */
  readonly headers: { readonly [name: string]: string };
  readonly replayed: boolean;
  /** The whole body. @throws TransportError if it breaks off. */
  whole(): Promise<Uint8Array>;
  /** Sends the body to the sink as it comes. @throws TransportError if it can't be read at all. */
  stream(sink: BodySink): Promise<void>;
  pause(): void;
  resume(): void;
  abort(error: Error): void;
  /** The body has ended, in either way. */
  done(): void;
}
