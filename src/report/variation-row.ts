import type { MetricState } from './metric-state.ts';

/** The pass rate of cases that are varied in one way, beside that of the cases they are derived from. */
export interface VariationRow {
  readonly kind: string;
  /** Derived cases that have a judged trial, as their originals have. */
  readonly cases: number;
  /** Mean over them of the original's pass rate, and of their own. */
  readonly here: Variation;
  /** The same on main, over those that it has too; `null` if it has none. */
  readonly main: Variation | null;
  /** Of the policy's rules for the tag `variant:KIND`. */
  readonly state: MetricState;
}

/** Pass rates (0–1). */
export interface Variation {
  readonly original: number;
  readonly varied: number;
}
