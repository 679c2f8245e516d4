import { fails, holds } from '../terms/judgement.ts';
import { shownTexts, shownValue } from '../terms/shown.ts';
import { findPhrases } from './find-phrases.ts';
import type { ResponsePart } from './response-part.ts';

/** Every phrase is in the answer. Score: found / phrases. */
export const containsPart: ResponsePart = {
  name: 'contains',
  demanded: ({ contains }) => contains.length > 0,
  judge: ({ contains, case_sensitive }, answer) => {
    const phrases = findPhrases(contains, answer, case_sensitive);
    const score = phrases.length / contains.length;
    const fact = { kind: 'phrases', found: phrases.length, of: contains.length, missing: null, text: null } as const;
    const missing = contains.filter((phrase) => !phrases.includes(phrase));
    if (missing.length === 0) return holds(1, fact);
    return fails('missing_phrase', score, { ...fact, missing: shownTexts(missing), text: shownValue(answer) });
  },
};
