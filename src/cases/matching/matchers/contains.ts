import type { Json } from '#common/json.ts';
import { foldText } from '../texts/fold-text.ts';
import type { InnerComparison, Matcher } from './matcher.ts';

/**
 * `{$contains: alice}`: a text with this part, or a list with this member. Case is ignored, Unicode is NFC-normalised; a member
 * that is a text must be the whole text; other members may be matchers.
 */
export const containsMatcher: Matcher = {
  key: '$contains',
  problem: (mapping) =>
    mapping['$contains'] === '' ? '$contains takes a text that is not empty, or a member of a list' : null,
  inner: (mapping) => [mapping['$contains'] ?? null],
  words: ({ $contains: part }, say) => `containing ${say(part ?? null)}`,
  match: (mapping, actual, compare) => {
    const part = mapping['$contains'] ?? null;
    if (typeof actual === 'string' && typeof part === 'string') return hasPart(actual, part) ? null : 'wrong_value';
    if (Array.isArray(actual)) return actual.some((item: Json) => isMember(part, item, compare)) ? null : 'wrong_value';
    return 'wrong_type';
  },
};

function hasPart(text: string, part: string): boolean {
  return foldText(text, false).includes(foldText(part, false));
}

function isMember(part: Json, item: Json, compare: InnerComparison): boolean {
  if (typeof part === 'string' && typeof item === 'string') return foldText(item, false) === foldText(part, false);
  return compare.fits(part, item);
}
