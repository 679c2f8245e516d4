/** Values by the path to them; `null`: true, and the usual words for outcomes. */
export interface Told {
  readonly [path: string]: readonly (string | number | boolean)[] | null;
}

/** Where a team's own file says what. A path is keys and places in lists, joined by dots; `null` or empty: the file does not say. */
export interface RowMapping {
  /** From a document to the list of its rows. */
  readonly each: string | null;
  /** From a document to how many tests it has. */
  readonly count: string | null;
  readonly id: readonly string[];
  /** Each path of it must say so. */
  readonly passed: Told;
  readonly failed: Told;
  readonly error: Told;
  readonly skipped: Told;
  /** By scorer. */
  readonly scores: { readonly [scorer: string]: string };
  readonly message: readonly string[];
  readonly file: string | null;
  readonly trial: string | null;
  readonly latency_ms: string | null;
  readonly output: string | null;
}
