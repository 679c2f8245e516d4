import type { Progress, ProgressState } from '#ports/progress.ts';
import { plus } from '#runner/trials/execute-suite.ts';

/** One progress for the runs of several agents that take turns. */
export interface SharedProgress {
  start(): void;
  /** The progress of a turn: its trials add to those of all turns, and its messages go to `own`. */
  of(own: Progress): Progress;
  stop(): void;
}

/** How much all turns run together. */
interface SharedExtent {
  readonly total: number;
  /** Most trials at a time. */
  readonly concurrency: number;
}

/** Counts the trials of every turn together. */
export function sharedProgress(progress: Progress, { total, concurrency }: SharedExtent): SharedProgress {
  let before: ProgressState = { done: 0, total, passed: 0, failed: 0, errors: 0, tokens: null, cost_usd: null };
  return {
    start: () => progress.start(total, { most: total, concurrency }),
    of(own) {
      const earlier = before;
      return {
        ...own,
        start() {},
        begins: progress.begins,
        trial(state, ended) {
          before = {
            done: earlier.done + state.done,
            total,
            passed: earlier.passed + state.passed,
            failed: earlier.failed + state.failed,
            errors: earlier.errors + state.errors,
            tokens: plus(earlier.tokens, state.tokens),
            cost_usd: plus(earlier.cost_usd, state.cost_usd),
          };
          progress.trial(before, ended);
        },
        stop() {},
      };
    },
    stop: () => progress.stop(),
  };
}
