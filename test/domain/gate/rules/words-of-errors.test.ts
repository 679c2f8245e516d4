import { expect, test } from 'vitest';
import { tally } from '#domain/gate/rules/error-classes.ts';
import { tooFewScored, tooManyMissing } from '#domain/gate/rules/missing-trials.ts';

test('a mend is asked for only of errors that are named', () => {
  const named = new Map([
    ['provider', 12],
    ['rate_limit', 1],
  ]);
  const mend = 'ended in errors (12 provider, 1 rate limit); fix the cause, then run again';
  expect(tooManyMissing(13, 100, named)).toBe(`too many trials are missing: 13 of 100 ${mend}`);
  expect(tooManyMissing(13, 100, new Map())).toBe('too many trials are missing: 13 of 100 have no outcome; run again');
  expect(tooFewScored(['a'], new Map())).not.toContain('mend');
});

test('errors are told from the most frequent on, those that are as frequent by name', () => {
  expect([...tally(['timeout', 'provider', 'crash', 'provider', 'budget'])]).toEqual([
    ['provider', 2],
    ['budget', 1],
    ['crash', 1],
    ['timeout', 1],
  ]);
});
