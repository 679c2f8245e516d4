import type { Matcher } from './matcher.ts';

/**
 * `{$not: refunded}`: any value but this (or any that does not satisfy this matcher). There must be a value, so that a misspelt
 * path does not hold. In mode `includes` it excludes everything that includes the operand.
 */
export const notMatcher: Matcher = {
  key: '$not',
  problem: () => null,
  inner: (mapping) => [mapping['$not'] ?? null],
  words: ({ $not: excluded }, say) => `anything but ${say(excluded ?? null)}`,
  match: (mapping, actual, compare) => (compare.fits(mapping['$not'] ?? null, actual) ? 'wrong_value' : null),
};
