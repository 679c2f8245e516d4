import type { Figures } from '#trials/metrics/measure-case.ts';
import type { MetricState } from './metric-state.ts';

/** Figures of one tag. */
export interface TagRow {
  readonly tag: string;
  readonly cases: number;
  /** Of main's trials of the comparable ones; `null`: there are none. */
  readonly baseline: Figures | null;
  /** Of this side, as in the metrics table. */
  readonly figures: Figures;
  /** The worst state of the policy's rules for the tag, and those that failed, such as `tool_recall.min`. */
  readonly state: MetricState;
  readonly failed_rules: readonly string[];
}
