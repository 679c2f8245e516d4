import { isSameText } from '#cases/matching/texts/fold-text.ts';
import { fails, holds } from '../terms/judgement.ts';
import { shownName } from '../terms/shown.ts';
import type { CallsPart } from './calls-part.ts';

/**
 * For each pair [first, then]: the first call of `then` comes after the first call of `first`. A pair whose `then` was not called
 * holds: `before` demands an order, not a call. Score: pairs that hold / pairs.
 */
export const beforePart: CallsPart = {
  name: 'before',
  demanded: ({ before }) => before.length > 0,
  judge: ({ expectation: { before }, actual }) => {
    const firstCall = (name: string): number => actual.findIndex((call) => isSameText(call.name, name));
    const violations = before.filter(([first, then]) => {
      const [firstAt, thenAt] = [firstCall(first), firstCall(then)];
      return thenAt !== -1 && (firstAt === -1 || firstAt >= thenAt);
    });
    const met = before.length - violations.length;
    const fact = { kind: 'before', kept: met, pairs: before.length, broken: null } as const;
    const [worst] = violations;
    if (worst === undefined) return holds(1, fact);
    const [first, then] = worst;
    const [firstAt, second_at] = [firstCall(first), firstCall(then)];
    const first_at = firstAt === -1 ? null : firstAt;
    return fails('wrong_order', met / before.length, {
      ...fact,
      broken: { first: shownName(first), second: shownName(then), first_at, second_at },
      wrong: { expected: null, made: second_at },
    });
  },
};
