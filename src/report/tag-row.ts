import type { MetricState } from './metric-state.ts';

/** Figures of one tag. */
export interface TagRow {
  readonly tag: string;
  readonly cases: number;
  readonly baseline_pass_rate: number | null;
  readonly pass_rate: number | null;
  readonly tool_recall: number | null;
  /** The worst state of the policy's rules for the tag, and those that failed, such as `tool_recall.min`. */
  readonly state: MetricState;
  readonly failed_rules: readonly string[];
}
