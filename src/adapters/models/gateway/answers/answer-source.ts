import type { BodySink } from '#adapters/models/gateway/http/exchange.ts';

/** An answer with a good status that begins: from upstream, or from a cassette. */
export interface AnswerSource {
  readonly status: number;
  /** Those that the client gets. */
  readonly headers: { readonly [name: string]: string };
  readonly replayed: boolean;
  /** The whole body. @throws TransportError when it breaks off. */
  whole(): Promise<Uint8Array>;
  /** The body as it comes, to the sink. @throws TransportError when it can't be read at all. */
  stream(sink: BodySink): Promise<void>;
  pause(): void;
  resume(): void;
  abort(error: Error): void;
  /** The body is over, one way or the other. */
  done(): void;
}
