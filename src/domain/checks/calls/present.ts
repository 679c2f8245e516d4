import { plural } from '#domain/words.ts';
import { fails, holds } from '../judgement.ts';
import { shownList, shownName } from '../shown.ts';
import type { CallsPart } from './calls-part.ts';
import { pairCalls } from './pair-calls.ts';
import { needed, reaches } from './share.ts';

/** Every expected call was made, by name; each actual call counts once. Score: calls made / calls expected. */
export const presentPart: CallsPart = {
  name: 'present',
  demanded: ({ calls }) => calls.length > 0,
  judge: (calls) => {
    const { expected, actual, expectation } = calls;
    const { missing } = pairCalls(calls);
    const made = expected.length - missing.length;
    const score = made / expected.length;
    const count = `${made} of ${plural(expected.length, 'expected call')} made by name${needed(expectation.min_matched)}`;
    if (reaches(made, expected.length, expectation.min_matched)) return holds(score, count);
    const missed = shownList(missing.map((e) => shownName(expected[e]?.name ?? '')));
    return fails(
      'missing_call',
      score,
      `${count}; missing: ${missed}; called: ${shownList(actual.map(({ name }) => shownName(name)))}`,
    );
  },
};
