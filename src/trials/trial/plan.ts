import type { Case } from '#cases/suite/case.ts';

/** One trial to be run. */
export interface TrialPlan {
  readonly case: Case;
  /** From 1. */
  readonly index: number;
  readonly seed: number;
  /** Absolute path of its copy of the case's workspace; absent: the case has none. */
  readonly workspace?: string;
}
