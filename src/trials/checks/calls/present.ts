import { fails, holds } from '../terms/judgement.ts';
import { firstFew, shownName } from '../terms/shown.ts';
import type { CallsPart } from './calls-part.ts';
import { pairCalls } from './pair-calls.ts';
import { reachesShare } from './share.ts';

/** Every expected call was made, by name; each actual call counts once. Score: calls made / calls expected. */
export const presentPart: CallsPart = {
  name: 'present',
  demanded: ({ calls }) => calls.length > 0,
  judge: (calls) => {
    const { expected, actual, expectation } = calls;
    const { pairs, missing } = pairCalls(calls);
    const made = expected.length - missing.length;
    const score = made / expected.length;
    const share = expectation.min_matched;
    const fact = { kind: 'calls_made', made, of: expected.length, share, pairs, missing: [], called: [] } as const;
    if (reachesShare(made, expected.length, share)) return holds(score, fact);
    return fails('missing_call', score, {
      ...fact,
      missing: firstFew(missing.map((e) => shownName(expected[e]?.name ?? ''))),
      called: firstFew(actual.map(({ name }) => shownName(name))),
      wrong: { expected: missing[0] ?? null, made: null },
    });
  },
};
