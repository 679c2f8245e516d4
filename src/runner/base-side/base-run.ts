import type { LoadedSuite } from '#config/loaded-suite.ts';
import type { BaseOrder, Budget, Clock } from '#ports/ports.ts';
import type { Progress } from '#ports/progress.ts';
import type { RunOrigin } from '../results/collect-results.ts';

/** The candidate's run, which the base's must match. */
export interface HeadRun {
  readonly suite: LoadedSuite;
  readonly facts: RunOrigin;
  /** The evaluated commit if its files are unchanged; `null` if they may have changed since. */
  readonly evaluated: string | null;
  /** Whether programs of the change ran on this machine. */
  readonly beside_change: boolean;
  /** How its progress is marked, so that nobody mistakes one side for the other. */
  readonly side: 'base' | 'change';
  /** One budget for both sides. */
  readonly budget: Budget;
  readonly progress: Progress;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The trials to run, and their commit. */
export type KnownOrder = BaseOrder & { readonly sha: string };
