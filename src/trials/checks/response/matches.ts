import { foldTypography } from '#cases/matching/texts/fold-text.ts';
import { findRegex } from '#cases/matching/texts/regex.ts';
import { fails, holds } from '../terms/judgement.ts';
import { shownTexts, shownValue } from '../terms/shown.ts';
import type { ResponsePart } from './response-part.ts';

/** Every regular expression (RE2) matches somewhere in the answer, after Unicode NFC. Score: found / patterns. */
export const matchesPart: ResponsePart = {
  name: 'matches',
  demanded: ({ matches }) => matches.length > 0,
  judge: ({ matches }, answer) => {
    const text = answer.normalize('NFC');
    const unmatched = matches.filter((pattern) => !findRegex(pattern.normalize('NFC'), text));
    const hits = matches.length - unmatched.length;
    const fact = { kind: 'patterns', found: hits, of: matches.length, missing: null, text: null } as const;
    if (unmatched.length === 0) return holds(1, fact);
    const plain = foldTypography(text);
    const isTypeset = unmatched.every((pattern) => findRegex(pattern.normalize('NFC'), plain));
    const seen = {
      missing: shownTexts(unmatched),
      text: shownValue(answer),
      ...(isTypeset && { typographic: true as const }),
    };
    return fails('no_match', hits / matches.length, { ...fact, ...seen });
  },
};
