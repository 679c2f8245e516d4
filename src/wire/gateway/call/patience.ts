/** How long one call tolerates an upstream without an answer. */
export interface Patience {
  /** Most requests sent if upstream fails (408, 5xx) but answers others, or can't be reached. */
  readonly failures: number;
  /** Most milliseconds of waiting after failures in one call, and while a host answers nobody. */
  readonly failed_ms: number;
  /** Most milliseconds of waiting after refusals (429) in one call, or while a host refuses every request. */
  readonly refused_ms: number;
  /** The longest single wait that is respected; if a host asks for more, the call is given up at once. */
  readonly longest_wait_ms: number;
}

/** Limits for a run in CI: longer than a quota or a breakdown of one minute, shorter than a job. */
export const PATIENCE: Patience = { failures: 4, failed_ms: 90_000, refused_ms: 600_000, longest_wait_ms: 300_000 };
