import { isNumber } from '#common/json.ts';
import type { Matcher } from './matcher.ts';

/** `{$lte: 5}`: a number that is at most this; together with `$gte` a range. */
export const lteMatcher: Matcher = {
  key: '$lte',
  problem: (mapping) => (isNumber(mapping['$lte']) ? null : '$lte takes a number'),
  words: ({ $lte: most }, say) => `at most ${say(most ?? null)}`,
  match: (mapping, actual) => {
    const bound = mapping['$lte'];
    if (!isNumber(actual)) return 'wrong_type';
    return isNumber(bound) && actual <= bound ? null : 'wrong_value';
  },
};
