import { timeLeft } from '#commands/terminal/time-left.ts';
import type { Clock } from '#ports/ports.ts';
import type { ExpectedCost, Progress, ProgressExtent, ProgressState } from '#ports/progress.ts';
import type { RunExpectation } from '#report/outputs/running-words.ts';

/** Where a run is shown while it goes on. A failure there does not matter: the verdict is reported in any case. */
export interface LiveView {
  /** How far it is; `left_ms`: `null`, unknown. */
  far(state: ProgressState, left_ms: number | null): Promise<void>;
  /** Once, as soon as it is expected to take long. */
  long(expected: RunExpectation): Promise<void>;
}

/** Progress that is shown elsewhere too. */
export interface LiveProgress extends Progress {
  /** Settles once nothing is being written. */
  settled(): Promise<void>;
  /** Whether the view knows that the run takes long, and waits for its end. */
  isLong(): boolean;
}

/** Shows progress in a view: at the first trial that ends, and then every half minute. */
export function liveProgress(progress: Progress, view: LiveView, clock: Pick<Clock, 'monotonic'>): LiveProgress {
  let writing = Promise.resolve();
  let isLong = false;
  let cost: ExpectedCost | null = null;
  let at: { readonly since: number; readonly total: number; readonly extent: ProgressExtent } | null = null;
  let [ended, shownAt] = [0, Number.NEGATIVE_INFINITY];

  const write = (step: () => Promise<void>): void => {
    writing = writing.then(step).catch(() => {});
  };
  const expect = (expected: RunExpectation): void => {
    if (isLong || expected.duration_ms[0] <= LONG_MS) return;
    isLong = true;
    write(() => view.long(expected));
  };

  return {
    ...progress,
    expects(expected) {
      progress.expects?.(expected);
      cost = expected;
    },
    start(total, extent) {
      progress.start(total, extent);
      at = { since: clock.monotonic(), total, extent };
      ended = 0;
      const { least, most } = cost ?? { least: null, most: null };
      if (least === null || most === null || least.duration_ms === null || most.duration_ms === null) return;
      const { concurrency } = extent;
      expect({
        trials: total,
        duration_ms: [least.duration_ms / concurrency, most.duration_ms / concurrency],
        cost_usd: least.cost_usd === null || most.cost_usd === null ? null : [least.cost_usd, most.cost_usd],
      });
    },
    trial(state, last) {
      progress.trial(state, last);
      if (at === null || last.reused) return;
      ended += 1;
      const now = clock.monotonic();
      const elapsed_ms = now - at.since;
      const { concurrency } = at.extent;
      const left = timeLeft({ ended, remaining: state.total - state.done, concurrency, elapsed_ms });
      if (left !== null) {
        const whole = elapsed_ms + left;
        const price = state.cost_usd === null ? null : (state.cost_usd * state.total) / state.done;
        const cost_usd = price === null ? null : ([price, price] as const);
        expect({ trials: state.total, duration_ms: [whole, whole], cost_usd });
      }
      if (now - shownAt < EVERY_MS) return;
      shownAt = now;
      write(() => view.far(state, left));
    },
    settled: () => writing,
    isLong: () => isLong,
  };
}

/** People wait so long without being told. */
const LONG_MS = 120_000;
const EVERY_MS = 30_000;
