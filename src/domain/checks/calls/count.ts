import { plural } from '#domain/words.ts';
import { fails, holds } from '../judgement.ts';
import type { CallsPart } from './calls-part.ts';

/** The number of calls is between `min_calls` and `max_calls`, bounds included. Score: 1 or 0. */
export const countPart: CallsPart = {
  name: 'count',
  demanded: ({ min_calls, max_calls }) => min_calls !== null || max_calls !== null,
  judge: ({ expectation: { min_calls, max_calls }, actual }) => {
    const made = `${plural(actual.length, 'call')} made`;
    if (max_calls !== null && actual.length > max_calls)
      return fails('too_many_calls', 0, `${made}, at most ${max_calls} expected`);
    if (min_calls !== null && actual.length < min_calls)
      return fails('too_few_calls', 0, `${made}, at least ${min_calls} expected`);
    const bounds = [
      min_calls === null ? [] : `at least ${min_calls}`,
      max_calls === null ? [] : `at most ${max_calls}`,
    ].flat();
    return holds(1, `${made}, ${bounds.join(' and ')} expected`);
  },
};
