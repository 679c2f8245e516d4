import type { CallDifference } from '#domain/matching/match-call.ts';
import { shown, shownExpected, shownName } from '../shown.ts';

/** `issue_refund: amount: expected 19.99, got 25`. */
export function describeDifference(name: string, { path, code, expected, actual }: CallDifference): string {
  const what = code === 'wrong_status' ? 'status' : path;
  const got = code === 'wrong_status' && actual === null ? 'none (no result was seen)' : shown(actual);
  return `${shownName(name)}: ${what}: expected ${shownExpected(expected)}, got ${got}`;
}
