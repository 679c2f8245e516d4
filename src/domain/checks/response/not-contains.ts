import { plural } from '#domain/words.ts';
import { fails, holds } from '../judgement.ts';
import { shown } from '../shown.ts';
import { findPhrases } from './find-phrases.ts';
import type { ResponsePart } from './response-part.ts';

/** None of the phrases is in the answer. Score: absent / phrases. */
export const notContainsPart: ResponsePart = {
  name: 'not_contains',
  demanded: ({ not_contains }) => not_contains.length > 0,
  judge: ({ not_contains, case_sensitive }, answer) => {
    const found = findPhrases(not_contains, answer, case_sensitive);
    const absent = not_contains.length - found.length;
    const count = `${absent} of ${plural(not_contains.length, 'forbidden phrase')} absent`;
    if (found.length === 0) return holds(1, count);
    return fails(
      'forbidden_phrase',
      absent / not_contains.length,
      `${count}; found ${shown([...found])} in ${shown(answer)}`,
    );
  },
};
