import { plural } from '#domain/words.ts';
import { fails, holds } from '../judgement.ts';
import { shown } from '../shown.ts';
import { findPhrases } from './find-phrases.ts';
import type { ResponsePart } from './response-part.ts';

/** Every phrase is in the answer. Score: found / phrases. */
export const containsPart: ResponsePart = {
  name: 'contains',
  demanded: ({ contains }) => contains.length > 0,
  judge: ({ contains, case_sensitive }, answer) => {
    const found = findPhrases(contains, answer, case_sensitive);
    const score = found.length / contains.length;
    const count = `${found.length} of ${plural(contains.length, 'phrase')} found`;
    const missing = contains.filter((phrase) => !found.includes(phrase));
    return missing.length === 0
      ? holds(1, count)
      : fails('missing_phrase', score, `${count}; missing ${shown(missing)} in ${shown(answer)}`);
  },
};
