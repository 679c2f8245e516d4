import { matchesNameGlob } from '#domain/matching/name-glob.ts';
import { plural } from '#domain/words.ts';
import { fails, holds } from '../judgement.ts';
import { shown, shownName } from '../shown.ts';
import type { CallsPart } from './calls-part.ts';

/** No call whose name matches one of the globs. Score: 1 or 0. */
export const forbiddenPart: CallsPart = {
  name: 'forbidden',
  demanded: ({ forbidden }) => forbidden.length > 0,
  judge: ({ expectation: { forbidden }, actual }) => {
    const hits = actual.filter(({ name }) => forbidden.some((glob) => matchesNameGlob(glob, name)));
    const count = `${hits.length} of ${plural(actual.length, 'call')} made ${hits.length === 1 ? 'is' : 'are'} forbidden`;
    const [worst] = hits;
    if (worst === undefined) return holds(1, count);
    const glob = forbidden.find((candidate) => matchesNameGlob(candidate, worst.name)) ?? '';
    return fails(
      'forbidden_call',
      0,
      `${count}; ${shownName(worst.name)} fits ${shown(glob)} and was called with ${shown(worst.arguments)}`,
    );
  },
};
