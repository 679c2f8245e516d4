import type { Matcher } from './matcher.ts';

/** `{$gte: 1}`: a number that is at least this; together with `$lte` a range. */
export const gteMatcher: Matcher = {
  key: '$gte',
  options: [],
  problem: (written) => {
    const { $gte: least, $lte: most } = written;
    if (typeof least !== 'number') return '$gte takes a number';
    return typeof most === 'number' && most < least ? `no number is at least ${least} and at most ${most}` : null;
  },
  inner: () => [],
  match: (written, actual) => {
    const bound = written['$gte'];
    if (actual === undefined) return 'missing_argument';
    if (typeof actual !== 'number') return 'wrong_type';
    return typeof bound === 'number' && actual >= bound ? null : 'wrong_value';
  },
};
