import type { Matcher } from './matcher.ts';

/** `{$lte: 5}`: a number that is at most this; together with `$gte` a range. */
export const lteMatcher: Matcher = {
  key: '$lte',
  options: [],
  problem: (written) => (typeof written['$lte'] === 'number' ? null : '$lte takes a number'),
  inner: () => [],
  match: (written, actual) => {
    const bound = written['$lte'];
    if (actual === undefined) return 'missing_argument';
    if (typeof actual !== 'number') return 'wrong_type';
    return typeof bound === 'number' && actual <= bound ? null : 'wrong_value';
  },
};
