import type { Matcher } from './matcher.ts';

/** `{$any: true}`: any value, `null` included, but there must be one. */
export const anyMatcher: Matcher = {
  key: '$any',
  problem: (mapping) => (mapping['$any'] === true ? null : '$any takes true'),
  words: () => 'any value',
  match: () => null,
};
