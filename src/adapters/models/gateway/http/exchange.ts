/** Takes the body of an answer as it comes. Exactly one of `end` and `fail` is called, last. */
export interface BodySink {
  data(chunk: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
}

/** An answer of which the head is here. */
export interface Exchange {
  readonly status: number;
  /** Names in lower case; a header that came several times is joined by commas. */
  readonly headers: { readonly [name: string]: string };
  /** Hands the body to the sink, what is here already at once. Call it once. */
  receive(sink: BodySink): void;
  /** Stops and starts the reading of the body. */
  pause(): void;
  resume(): void;
  /** Drops the connection; the sink fails with the error unless it has ended. */
  abort(error: Error): void;
}

/** No answer. `retryable`: the request never reached a connection; once it has, the host may have worked on it, and bills it. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean) {
    super(message);
    this.retryable = retryable;
  }
}
