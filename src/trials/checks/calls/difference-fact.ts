import { isTypographic } from '#cases/matching/is-typographic.ts';
import type { CallDifference } from '#cases/matching/match-call.ts';
import type { CallFact } from '#trials/facts/call-facts.ts';
import { shownExpected, shownName, shownValue } from '../terms/shown.ts';

/** Where a call differs from the expected one. */
export type DifferenceFact = NonNullable<Extract<CallFact, { kind: 'arguments' }>['difference']>;

/** The difference of a call with its values as text. */
export function differenceFact(name: string, { path, code, expected, actual }: CallDifference): DifferenceFact {
  const isStatus = code === 'wrong_status';
  return {
    name: shownName(name),
    path: isStatus ? null : path,
    expected: shownExpected(expected),
    actual: isStatus && actual === null ? null : shownValue(actual),
    ...(isTypographic(expected, actual) && { typographic: true }),
  };
}
