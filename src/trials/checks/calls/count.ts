import { fails, holds } from '../terms/judgement.ts';
import type { CallsPart } from './calls-part.ts';

/** The number of calls is between `min_calls` and `max_calls`, bounds included. Score: 1 or 0. */
export const countPart: CallsPart = {
  name: 'count',
  demanded: ({ min_calls, max_calls }) => min_calls !== null || max_calls !== null,
  judge: ({ expectation: { min_calls, max_calls }, actual }) => {
    const fact = { kind: 'number', made: actual.length, least: min_calls, most: max_calls } as const;
    if (max_calls !== null && actual.length > max_calls)
      return fails('too_many_calls', 0, { ...fact, wrong: { expected: null, made: max_calls } });
    if (min_calls !== null && actual.length < min_calls) return fails('too_few_calls', 0, fact);
    return holds(1, fact);
  },
};
