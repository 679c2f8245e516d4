import type { Json, JsonObject } from '#common/json.ts';
import type { Matcher } from './matcher.ts';

/** `{$one_of: [a, b, {$matches: c}]}`: at least one of these values or matchers. */
export const oneOfMatcher: Matcher = {
  key: '$one_of',
  options: [],
  problem: (written) => (members(written).length > 0 ? null : '$one_of takes a list with at least one value'),
  inner: (written) => [members(written)],
  words: (written, say) => members(written).map(say).join(' or '),
  match: (written, actual, compare) => {
    if (members(written).some((member) => compare.fits(member, actual))) return null;
    return actual === undefined ? 'missing_argument' : 'wrong_value';
  },
};

function members(written: JsonObject): readonly Json[] {
  const list = written['$one_of'];
  return Array.isArray(list) ? list : [];
}
