import { test } from 'vitest';
import { type CallMade, type CallPattern, matchCall } from '#cases/matching/match-call.ts';
import { expectSaid } from '#test/support/said.ts';

const pattern: CallPattern = { name: 'refund', args: { id: 'A1' }, args_match: 'exact', status: null };
const made: CallMade = { name: 'refund', arguments: { id: 'A1' }, status: null };

test('a call fits what is expected, or differs where the golden file says', () => {
  return expectSaid(new URL('golden/calls.txt', import.meta.url), (text) => {
    const [, expected = '', actual = ''] = /^expected (.*)\nmade (.*)$/.exec(text) ?? [];
    const difference = matchCall({ ...pattern, ...JSON.parse(expected) }, { ...made, ...JSON.parse(actual) });
    if (difference === null) return ['fits'];
    return [`${difference.code}${difference.path === '' ? '' : ` at ${difference.path}`}`];
  });
});
