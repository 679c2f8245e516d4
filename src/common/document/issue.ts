/** One problem of a config or case file; lines and columns count from 1. */
export interface Issue {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** `cases[2].expect.tools.order`; empty for the whole file. */
  readonly path: string;
  /** What is wrong, what was expected, how to fix it. */
  readonly message: string;
}
