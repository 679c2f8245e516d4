import { boundedJson } from '../texts/bounded-json.ts';
import type { Matcher } from './matcher.ts';

/**
 * `{$literal: {price: {$gte: 5}}}`: exactly this value, in which `$` has no meaning; for tools that take such objects as
 * arguments.
 */
export const literalMatcher: Matcher = {
  key: '$literal',
  problem: () => null,
  words: ({ $literal: exact }) => `exactly ${boundedJson(exact ?? null, LONGEST)}`,
  match: (mapping, actual, compare) =>
    compare.fitsLiterally(mapping['$literal'] ?? null, actual) ? null : 'wrong_value',
};

/** Characters; longer texts are truncated where they are shown. */
const LONGEST = 600;
