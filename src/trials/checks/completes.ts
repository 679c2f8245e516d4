import type { CheckFact } from '#trials/facts/check-fact.ts';
import type { AgentFailure } from '#trials/trial/trial.ts';
import type { Check } from './terms/check.ts';
import { fails, holds, type Judgement } from './terms/judgement.ts';

/** `completes`: the agent ended by itself: no crash, time-out, invalid answer or limit. Score: 1 or 0. */
export const completesCheck: Check<true> = {
  key: 'completes',
  judge: (_expectation, { end }) => {
    switch (end.kind) {
      case 'completed':
        return [{ name: 'completes', ...holds(1, { kind: 'end', problem: null }) }];
      case 'failed':
        return [{ name: 'completes', ...notCompleted({ class: end.failure.kind, ...endOf(end.failure) }) }];
      case 'error':
        return [{ name: 'completes', ...notCompleted(end.error) }];
    }
  },
};

function endOf({ message, output }: AgentFailure): Pick<AgentFailure, 'message' | 'output'> {
  return { message, ...(output !== undefined && { output }) };
}

type Problem = NonNullable<Extract<CheckFact, { kind: 'end' }>['problem']>;

function notCompleted(problem: Problem): Judgement {
  return fails('not_completed', 0, { kind: 'end', problem });
}
