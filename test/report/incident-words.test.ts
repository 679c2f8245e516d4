import { expect, test } from 'vitest';
import { incidentWords } from '#report/reasons/incident-words.ts';
import { incidentOf, type RoundCalls } from '#trials/trial/provider-incident.ts';

function round(number: number, calls: number, refused: Readonly<Record<string, number>> = {}, late = 0): RoundCalls {
  const byStatus = Object.entries(refused).map(
    ([status, some]) => [status === 'none' ? null : Number(status), some] as const,
  );
  return { round: number, calls, refused: new Map(byStatus), late };
}

test.each<[what: string, rounds: readonly RoundCalls[], side: 'change' | 'main', words: string | null]>([
  ['calls that were all answered', [round(1, 5)], 'change', null],
  [
    'refusals of some rounds',
    [round(3, 10, { 503: 10 }), round(1, 47, { 503: 20 }), round(2, 80, { 503: 30 }), round(4, 9)],
    'change',
    'the provider answered 60 of 137 calls with 503 in rounds 1 to 3 of this change',
  ],
  [
    'calls without an answer, and some that were sent again',
    [round(2, 1, { none: 1 }), round(3, 20), round(4, 9, {}, 3)],
    'main',
    'the provider answered 1 of 10 not at all, 3 of 10 only when they were sent again in rounds 2, 4 of the base commit',
  ],
  ['a call that was sent again among many', [round(1, 30, {}, 1), round(2, 30)], 'change', null],
])('an incident is told where it was seen: %s', (_, rounds, side, words) => {
  const incident = incidentOf(rounds);
  expect(incident && incidentWords(incident, side)).toBe(words);
});
