import type { Matcher } from './matcher.ts';

/** `{$any: true}`: any value, `null` included, but there must be one. */
export const anyMatcher: Matcher = {
  key: '$any',
  options: [],
  problem: (mapping) => (mapping['$any'] === true ? null : '$any takes true'),
  inner: () => [],
  words: () => 'any value',
  match: (_written, actual) => (actual === undefined ? 'missing_argument' : null),
};
