/** One row of what a soak prints. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  /** Whether it is as promised. */
  readonly ok: boolean;
}
