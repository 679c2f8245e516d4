import { absentMatcher } from './absent.ts';
import { anyMatcher } from './any.ts';
import { approxMatcher } from './approx.ts';
import { containsMatcher } from './contains.ts';
import { dateMatcher } from './date.ts';
import { gteMatcher } from './gte.ts';
import { literalMatcher } from './literal.ts';
import { lteMatcher } from './lte.ts';
import type { Matcher } from './matcher.ts';
import { matchesMatcher } from './matches.ts';
import { notMatcher } from './not.ts';
import { oneOfMatcher } from './one-of.ts';

/** Every matcher by its key. */
export const matchers: ReadonlyMap<string, Matcher> = new Map(
  [
    anyMatcher,
    absentMatcher,
    containsMatcher,
    matchesMatcher,
    oneOfMatcher,
    approxMatcher,
    gteMatcher,
    lteMatcher,
    dateMatcher,
    notMatcher,
    literalMatcher,
  ].map((matcher) => [matcher.key, matcher]),
);
