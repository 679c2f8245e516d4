import type { Matcher } from './matcher.ts';

/** `{$absent: true}`: there must be no value; `null` is one. As a member of `$one_of` it makes an argument optional. */
export const absentMatcher: Matcher = {
  key: '$absent',
  takes_absent: true,
  problem: (mapping) => (mapping['$absent'] === true ? null : '$absent takes true'),
  words: () => 'no value',
  match: (_written, actual) => (actual === undefined ? null : 'unexpected_argument'),
};
