import { fails, holds } from '../terms/judgement.ts';
import { shownTexts, shownValue } from '../terms/shown.ts';
import { findPhrases } from './find-phrases.ts';
import type { ResponsePart } from './response-part.ts';

/** None of the phrases is in the answer. Score: absent / phrases. */
export const notContainsPart: ResponsePart = {
  name: 'not_contains',
  demanded: ({ not_contains }) => not_contains.length > 0,
  judge: ({ not_contains, case_sensitive }, answer) => {
    const phrases = findPhrases(not_contains, answer, case_sensitive);
    const absent = not_contains.length - phrases.length;
    const fact = { kind: 'forbidden_phrases', absent, of: not_contains.length, found: null, text: null } as const;
    if (phrases.length === 0) return holds(1, fact);
    const seen = { found: shownTexts(phrases), text: shownValue(answer) };
    return fails('forbidden_phrase', absent / not_contains.length, { ...fact, ...seen });
  },
};
