/** A request that the provider refuses. The words and codes are the provider's own. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly type: string | null;
  readonly code: string | null;
  readonly param: string | null;
  /** Seconds. */
  readonly retryAfter: number | null;

  constructor(status: number, message: string, details: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.type = details.type ?? null;
    this.code = details.code ?? null;
    this.param = details.param ?? null;
    this.retryAfter = details.retry_after ?? null;
  }
}

interface RefusalDetails {
  /** Default: what the provider says with this status. */
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
  readonly retry_after?: number;
}
