import { matchesNameGlob } from '#cases/matching/name-glob.ts';
import { fails, holds } from '../terms/judgement.ts';
import { shownName, shownValue } from '../terms/shown.ts';
import type { CallsPart } from './calls-part.ts';

/** No call whose name matches one of the globs. Score: 1 or 0. */
export const forbiddenPart: CallsPart = {
  name: 'forbidden',
  demanded: ({ forbidden }) => forbidden.length > 0,
  judge: ({ expectation: { forbidden }, actual }) => {
    const hits = actual.filter(({ name }) => forbidden.some((glob) => matchesNameGlob(glob, name)));
    const fact = { kind: 'forbidden', forbidden: hits.length, made: actual.length, call: null } as const;
    const [worst] = hits;
    if (worst === undefined) return holds(1, fact);
    const glob = forbidden.find((candidate) => matchesNameGlob(candidate, worst.name)) ?? '';
    const call = { name: shownName(worst.name), glob: shownValue(glob), arguments: shownValue(worst.arguments) };
    return fails('forbidden_call', 0, { ...fact, call, wrong: { expected: null, made: actual.indexOf(worst) } });
  },
};
