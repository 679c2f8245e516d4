import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideVotes, type Vote } from '#judge/votes.ts';
import { always } from '#test/support/always.ts';

const vote = (verdict: Vote['verdict']): Vote => ({
  verdict,
  evidence: `for ${verdict}`,
  problem: verdict === 'met' || verdict === 'not_met' ? null : 'no verdict',
});
const votes = (...verdicts: readonly Vote['verdict'][]): readonly Vote[] => verdicts.map(vote);

describe('three votes', () => {
  test.each([
    [[], null],
    [['met'], { verdict: 'met', votes: 1, met_votes: 1, problem: null }],
    [['not_met'], null],
    [['not_met', 'not_met'], { verdict: 'not_met', votes: 2, met_votes: 0 }],
    [['not_met', 'met'], null],
    [['not_met', 'met', 'met'], { verdict: 'met', votes: 3, met_votes: 2, evidence: 'for met' }],
    [['not_met', 'met', 'not_met'], { verdict: 'not_met', votes: 3, met_votes: 1, evidence: 'for not_met' }],
    [['cannot_tell'], { verdict: 'cannot_tell', problem: 'no verdict' }],
    [['malformed'], { verdict: 'malformed', problem: 'no verdict' }],
    [['not_met', 'malformed', 'met'], { verdict: 'malformed', problem: 'no verdict' }],
  ] as const)('%j come to %j', (cast, decided) => {
    if (decided === null) expect(decideVotes(votes(...cast), 3)).toBeNull();
    else expect(decideVotes(votes(...cast), 3)).toMatchObject(decided);
  });
});

test('a single vote decides alone', () => {
  expect(decideVotes(votes('not_met'), 1)).toMatchObject({ verdict: 'not_met', votes: 1 });
});

test('whatever is voted, there is a decision by the last vote, and a failure always has a majority', () => {
  const verdict = fc.constantFrom<Vote['verdict']>('met', 'not_met', 'cannot_tell', 'malformed');
  const most = fc.constantFrom(1, 3, 5, 7, 9);
  always(
    fc.property(most, fc.array(verdict, { minLength: 9, maxLength: 9 }), (odd, cast) => {
      const asked = cast.slice(0, odd);
      const decided = decideVotes(votes(...asked), odd);
      expect(decided).not.toBeNull();
      const against = asked.filter((verdict) => verdict === 'not_met').length;
      if (decided?.verdict === 'not_met') expect(against).toBeGreaterThan(odd / 2);
      if (asked[0] === 'met') expect(decided?.verdict).toBe('met');
    }),
  );
});
