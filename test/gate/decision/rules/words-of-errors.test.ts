import { expect, test } from 'vitest';
import { type NameCounts, tally } from '#common/group-by.ts';
import { finding } from '#gate/decision/terms/finding.ts';
import { messageOf } from '../in-words.ts';

const about = { outcome: 'inconclusive', gate: 'infrastructure', code: 'missing_trials', cases: ['a'] } as const;
const tooMany = (errors: NameCounts) =>
  messageOf(finding(about, { kind: 'too_many', missing: 13, scheduled: 100, errors }));

test('a mend is asked for only of errors that are named', () => {
  const named = [
    { name: 'provider', count: 12 },
    { name: 'rate_limit', count: 1 },
  ];
  const mend = 'ended in errors (12 provider, 1 rate limit); fix the cause, then run again';
  expect(tooMany(named)).toBe(`too many trials are missing: 13 of 100 ${mend}`);
  expect(tooMany([])).toBe('too many trials are missing: 13 of 100 have no outcome; run again');
});

test('errors are told from the most frequent on, those that are as frequent by name', () => {
  expect(tally(['timeout', 'provider', 'crash', 'provider', 'budget'])).toEqual([
    { name: 'provider', count: 2 },
    { name: 'budget', count: 1 },
    { name: 'crash', count: 1 },
    { name: 'timeout', count: 1 },
  ]);
});
