import { isNumber } from '#common/json.ts';
import type { Matcher } from './matcher.ts';

/** `{$gte: 1}`: a number that is at least this; together with `$lte` a range. */
export const gteMatcher: Matcher = {
  key: '$gte',
  problem: (mapping) => {
    const { $gte: least, $lte: most } = mapping;
    if (!isNumber(least)) return '$gte takes a number';
    return isNumber(most) && most < least ? `no number is at least ${least} and at most ${most}` : null;
  },
  words: ({ $gte: least }, say) => `at least ${say(least ?? null)}`,
  match: (mapping, actual) => {
    const bound = mapping['$gte'];
    if (!isNumber(actual)) return 'wrong_type';
    return isNumber(bound) && actual >= bound ? null : 'wrong_value';
  },
};
