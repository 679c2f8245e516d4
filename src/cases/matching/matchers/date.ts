import { parseDay } from '../texts/parse-day.ts';
import type { Matcher } from './matcher.ts';

/** `{$date: 2025-09-05}`: that day in any unambiguous format (see parseDay): `5 Sep 2025`, `2025-09-05T10:00Z`. */
export const dateMatcher: Matcher = {
  key: '$date',
  problem: (mapping) => {
    const day = mapping['$date'];
    return typeof day === 'string' && parseDay(day) === day
      ? null
      : '$date takes a day that exists, written YYYY-MM-DD';
  },
  words: ({ $date: day }) => `the day ${String(day)}`,
  match: (mapping, actual) => {
    const day = mapping['$date'];
    if (typeof actual !== 'string') return 'wrong_type';
    return typeof day === 'string' && parseDay(actual) === day ? null : 'wrong_value';
  },
};
