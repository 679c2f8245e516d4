import type { Check } from './check.ts';
import { fails, holds } from './judgement.ts';

/** `completes`: the agent ended by itself: no crash, time-out, invalid answer or limit. Score: 1 or 0. */
export const completesCheck: Check<true> = {
  key: 'completes',
  judge: (_expectation, { end }) => {
    switch (end.kind) {
      case 'completed':
        return [{ name: 'completes', ...holds(1, 'completed') }];
      case 'failed':
        return [{ name: 'completes', ...fails('not_completed', 0, `${end.failure.kind}: ${end.failure.message}`) }];
      case 'error':
        return [{ name: 'completes', ...fails('not_completed', 0, `${end.error.class}: ${end.error.message}`) }];
    }
  },
};
