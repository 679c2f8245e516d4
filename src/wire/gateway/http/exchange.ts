/** Receives the body of an answer as it arrives. Exactly one of `end` and `fail` is called, last. */
export interface BodySink {
  data(chunk: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
}

/** An answer whose head has arrived. */
export interface Exchange {
  readonly status: number;
  /** Names in lower case; repeated headers are joined by commas. */
  readonly headers: { readonly [name: string]: string };
  /** Sends the body to the sink, starting with what has arrived. Call it once. */
  receive(sink: BodySink): void;
  /** Pauses and resumes reading the body. */
  pause(): void;
  resume(): void;
  /** Closes the connection; the sink fails with the error unless it has ended. */
  abort(error: Error): void;
}

/** No answer. `retryable`: the request never reached a connection; once it has, the host may have processed it, and bills it. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean) {
    super(message);
    this.retryable = retryable;
  }
}
