import { plural } from '#domain/words.ts';
import { fails, holds } from '../judgement.ts';
import { shownName } from '../shown.ts';
import type { CallsPart } from './calls-part.ts';

/**
 * For each pair [first, then]: the first call of `then` comes after the first call of `first`. A pair whose `then` was not called
 * holds: `before` demands an order, not a call. Score: pairs that hold / pairs.
 */
export const beforePart: CallsPart = {
  name: 'before',
  demanded: ({ before }) => before.length > 0,
  judge: ({ expectation: { before }, actual }) => {
    const firstCall = (name: string): number => actual.findIndex((call) => call.name === name);
    const broken = before.filter(([first, then]) => {
      const [firstAt, thenAt] = [firstCall(first), firstCall(then)];
      return thenAt !== -1 && (firstAt === -1 || firstAt >= thenAt);
    });
    const kept = before.length - broken.length;
    const count = `${kept} of ${plural(before.length, 'pair')} in the expected order`;
    const [worst] = broken;
    if (worst === undefined) return holds(1, count);
    const [first, then] = worst;
    const firstAt = firstCall(first);
    const found = firstAt === -1 ? 'was not called' : `was call ${firstAt + 1}`;
    return fails(
      'wrong_order',
      kept / before.length,
      `${count}; expected ${shownName(first)} before ${shownName(then)}, but ${shownName(first)} ${found} and ${shownName(then)} was call ${firstCall(then) + 1}`,
    );
  },
};
