import type { TrialRecord } from '#domain/trial/trial-record.ts';
import type { ProgressState } from './ports.ts';

/** Counts finished trials for those who watch. */
export interface Tally {
  add(record: TrialRecord): ProgressState;
}

/** A tally of a run with `total` planned trials; simulated users are paid for too. What no trial reported stays unknown. */
export function createTally(total: number): Tally {
  let state: ProgressState = { done: 0, total, passed: 0, failed: 0, errors: 0, tokens: null, cost_usd: null };
  return {
    add({ outcome, usage, user_usage: user }) {
      const counter = outcome === 'error' ? 'errors' : outcome;
      state = {
        ...state,
        done: state.done + 1,
        [counter]: state[counter] + 1,
        tokens: plus(plus(state.tokens, usage.total_tokens), user?.total_tokens ?? null),
        cost_usd: plus(plus(state.cost_usd, usage.cost_usd), user?.cost_usd ?? null),
      };
      return state;
    },
  };
}

function plus(sum: number | null, more: number | null): number | null {
  return more === null ? sum : (sum ?? 0) + more;
}
