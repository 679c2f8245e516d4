import type { Check } from './check.ts';
import { fails, holds, type Judgement } from './judgement.ts';

/** `completes`: the agent ended by itself: no crash, time-out, invalid answer or limit. Score: 1 or 0. */
export const completesCheck: Check<true> = {
  key: 'completes',
  judge: (_expectation, { end }) => {
    switch (end.kind) {
      case 'completed':
        return [{ name: 'completes', ...holds(1, { kind: 'end', problem: null }) }];
      case 'failed':
        return [{ name: 'completes', ...notCompleted(end.failure.kind, end.failure.message) }];
      case 'error':
        return [{ name: 'completes', ...notCompleted(end.error.class, end.error.message) }];
    }
  },
};

function notCompleted(reason: string, message: string): Judgement {
  return fails('not_completed', 0, { kind: 'end', problem: { class: reason, message } });
}
