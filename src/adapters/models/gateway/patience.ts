/** How long one call puts up with an upstream that gives no answer. */
export interface Patience {
  /** Requests sent at most when upstream fails (408, 5xx) or can't be reached. */
  readonly failures: number;
  /** Milliseconds of waiting after refusals (429) in one call, or of a host that refuses everybody, before it gives up. */
  readonly refused_ms: number;
  /** The longest single wait that is honoured; a host that asks for more is given up at once. */
  readonly longest_wait_ms: number;
}

/** What a run on a shared machine can afford: longer than a minute's quota, shorter than a job. */
export const PATIENCE: Patience = { failures: 4, refused_ms: 600_000, longest_wait_ms: 300_000 };
