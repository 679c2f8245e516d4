import type { Json, JsonObject } from '#common/json.ts';
import type { Matcher } from './matcher.ts';

/** `{$one_of: [a, b, {$matches: c}]}`: at least one of these values or matchers. */
export const oneOfMatcher: Matcher = {
  key: '$one_of',
  takes_absent: true,
  problem: (mapping) => (members(mapping).length > 0 ? null : '$one_of takes a list with at least one value'),
  inner: (mapping) => [members(mapping)],
  words: (mapping, say) => members(mapping).map(say).join(' or '),
  match: (mapping, actual, compare) => {
    if (members(mapping).some((member) => compare.fits(member, actual))) return null;
    return actual === undefined ? 'missing_argument' : 'wrong_value';
  },
};

function members(mapping: JsonObject): readonly Json[] {
  const list = mapping['$one_of'];
  return Array.isArray(list) ? list : [];
}
