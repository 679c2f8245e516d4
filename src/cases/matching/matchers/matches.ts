import { findRegex, regexProblem } from '../texts/regex.ts';
import type { Matcher } from './matcher.ts';

/** `{$matches: "RES-[0-9]+"}`: a text in which the RE2 pattern is found anywhere; anchor it with `^` and `$`. */
export const matchesMatcher: Matcher = {
  key: '$matches',
  problem: (mapping) => {
    const pattern = mapping['$matches'];
    if (typeof pattern !== 'string' || pattern === '') return '$matches takes a regular expression that is not empty';
    return regexProblem(pattern);
  },
  words: ({ $matches: pattern }) => `matching /${String(pattern)}/`,
  match: (mapping, actual) => {
    const pattern = mapping['$matches'];
    if (typeof actual !== 'string') return 'wrong_type';
    return typeof pattern === 'string' && findRegex(pattern.normalize('NFC'), actual.normalize('NFC'))
      ? null
      : 'wrong_value';
  },
};
