import { expect, test } from 'vitest';
import { incidentNotes, incidentWords } from '#report/incident-words.ts';
import { resultsFile } from '#test/support/results.ts';
import { incidentOf, type RoundCalls } from '#trials/trial/provider-incident.ts';

function round(number: number, calls: number, refused: Readonly<Record<string, number>> = {}, late = 0): RoundCalls {
  const byStatus = Object.entries(refused).map(
    ([status, some]) => [status === 'none' ? null : Number(status), some] as const,
  );
  return { round: number, calls, refused: new Map(byStatus), late };
}

test.each<[what: string, rounds: readonly RoundCalls[], side: 'this change' | 'the base commit', words: string | null]>(
  [
    ['calls that were all answered', [round(1, 5)], 'this change', null],
    [
      'refusals of some rounds',
      [round(3, 10, { 503: 10 }), round(1, 47, { 503: 20 }), round(2, 80, { 503: 30 }), round(4, 9)],
      'this change',
      'the provider answered 60 of 137 calls with 503 in rounds 1 to 3 of this change',
    ],
    [
      'calls without an answer, and some that were sent again',
      [round(2, 1, { none: 1 }), round(3, 20), round(4, 9, {}, 3)],
      'the base commit',
      'the provider answered 1 of 10 not at all, 3 of 10 only when they were sent again in rounds 2, 4 of the base commit',
    ],
    ['a call that was sent again among many', [round(1, 30, {}, 1), round(2, 30)], 'this change', null],
  ],
)('an incident is told where it was seen: %s', (_, rounds, side, words) => {
  const incident = incidentOf(rounds);
  expect(incident && incidentWords(incident, side)).toBe(words);
});

test('stored results say what the provider of each side did: of the run, of main tried again, and of the stored runs of main', () => {
  const incident = { rounds: [2], calls: 9, refused: [{ status: 503, calls: 4 }], late: 0 };
  const seen = resultsFile([], { incident });
  const stored = { results: seen, sha: 'abcdef0123', url: null, place: null };
  const baseline = { kind: 'found', runs: [stored], target_sha: null, choice: '', notes: [] } as const;
  const words = (of: string) => `the provider answered 4 of 9 calls with 503 in round 2 of ${of}`;
  expect(incidentNotes(seen, seen, baseline)).toEqual(
    ['this change', 'the base commit', 'the stored run of abcdef0'].map(words),
  );
  const nothing = { kind: 'none', reason: '', notes: [] } as const;
  expect(incidentNotes(resultsFile([]), null, nothing)).toEqual([]);
  const main = resultsFile([], { incident, run: { ...seen.run, side: 'baseline' } });
  expect(incidentNotes(main, null, baseline)).toEqual([words('this run')]);
});
