import type { LeanResults } from '#gate/baseline/results/lean-results.ts';

/** The progress of a run through its looks. */
export interface LookRun {
  /** Trials per case after which it may end, ascending. */
  readonly looks: readonly number[];
  /** The look that started last, in trials per case. */
  readonly stop: number;
  /** Trials of a later run of the same commit were added: only the last look is used. */
  readonly appended: boolean;
}

/** The looks of a results file. */
export function lookRunOf({ looks, stop, appended }: LeanResults): LookRun {
  return { looks, stop: stop.look, appended };
}
