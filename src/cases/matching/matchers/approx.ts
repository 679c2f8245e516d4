import { isNumber, type Json } from '#common/json.ts';
import { distance } from '../texts/distance.ts';
import type { Matcher } from './matcher.ts';

/**
 * `{$approx: 19.99, within: 0.01}`: a number at most `within` away, bounds included. Without `within` it is one millionth of the
 * expected number, or one millionth when that is below 1. A text is no number.
 */
export const approxMatcher: Matcher = {
  key: '$approx',
  options: ['within'],
  problem: (mapping) => {
    if (!isNumber(mapping['$approx'])) return '$approx takes a number';
    return isTolerance(mapping['within']) ? null : 'within takes a number that is not negative';
  },
  words: ({ $approx: expected, within }, say) =>
    `about ${say(expected ?? null)}${within === undefined ? '' : ` (within ${say(within)})`}`,
  match: (mapping, actual) => {
    const expected = mapping['$approx'];
    if (!isNumber(actual)) return 'wrong_type';
    if (!isNumber(expected)) return 'wrong_value';
    const within = mapping['within'] ?? 1e-6 * Math.max(1, Math.abs(Number(expected)));
    return isNumber(within) && isNear(expected, actual, Number(within)) ? null : 'wrong_value';
  },
};

function isTolerance(within: Json | undefined): boolean {
  return within === undefined || (isNumber(within) && within >= 0);
}

function isNear(expected: number | bigint, actual: number | bigint, within: number): boolean {
  if (typeof expected === 'bigint' || typeof actual === 'bigint') return distance(expected, actual) <= within;
  // Decimal fractions are not exact in binary: 20.00 must be within 0.01 of 19.99.
  const rounding = 4 * Number.EPSILON * Math.max(Math.abs(expected), Math.abs(actual));
  return Math.abs(actual - expected) <= within + rounding;
}
