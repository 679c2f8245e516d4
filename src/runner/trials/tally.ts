import type { ProgressState } from '#ports/progress.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** Counts finished trials for the progress display. */
export interface TrialTally {
  /** @param total trials planned by now; it grows with every look */
  add(record: TrialRecord, total: number): ProgressState;
}

/** An empty tally; it includes the cost of simulated users and of the judge. What no trial reported stays unknown. */
export function createTally(): TrialTally {
  let state: ProgressState = { done: 0, total: 0, passed: 0, failed: 0, errors: 0, tokens: null, cost_usd: null };
  return {
    add({ outcome, usage, user_usage: user, judge_usage: judge }, total) {
      const counter = outcome === 'error' ? 'errors' : outcome;
      state = {
        ...state,
        done: state.done + 1,
        total,
        [counter]: state[counter] + 1,
        tokens: plus(
          plus(plus(state.tokens, usage.total_tokens), user?.total_tokens ?? null),
          judge?.total_tokens ?? null,
        ),
        cost_usd: plus(plus(plus(state.cost_usd, usage.cost_usd), user?.cost_usd ?? null), judge?.cost_usd ?? null),
      };
      return state;
    },
  };
}

function plus(sum: number | null, more: number | null): number | null {
  return more === null ? sum : (sum ?? 0) + more;
}
