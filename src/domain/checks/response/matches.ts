import { findRegex } from '#domain/matching/regex.ts';
import { plural } from '#domain/words.ts';
import { fails, holds } from '../judgement.ts';
import { shown } from '../shown.ts';
import type { ResponsePart } from './response-part.ts';

/** Every regular expression (RE2) matches somewhere in the answer, after Unicode NFC. Score: found / patterns. */
export const matchesPart: ResponsePart = {
  name: 'matches',
  demanded: ({ matches }) => matches.length > 0,
  judge: ({ matches }, answer) => {
    const text = answer.normalize('NFC');
    const unmatched = matches.filter((pattern) => !findRegex(pattern.normalize('NFC'), text));
    const found = matches.length - unmatched.length;
    const count = `${found} of ${plural(matches.length, 'pattern')} found`;
    if (unmatched.length === 0) return holds(1, count);
    return fails('no_match', found / matches.length, `${count}; not found ${shown(unmatched)} in ${shown(answer)}`);
  },
};
