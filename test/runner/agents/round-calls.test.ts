import { expect, test } from 'vitest';
import { type CallOfRound, roundCallWords } from '#runner/agents/suite/round-calls.ts';

function calls(round: number, count: number, about: Partial<CallOfRound> = {}): readonly CallOfRound[] {
  return Array.from({ length: count }, () => ({ round, fault: null, usage: null, tries: 1, wait_ms: 0, ...about }));
}

const refused = (status: number | null) => ({ fault: { kind: 'provider', status, message: 'down' } as const });

test.each<[what: string, seen: readonly CallOfRound[], side: 'candidate' | 'baseline', words: string | undefined]>([
  ['nothing', calls(1, 5), 'candidate', undefined],
  [
    'refusals of some rounds',
    [
      ...calls(1, 27),
      ...calls(1, 20, refused(503)),
      ...calls(2, 50, {}),
      ...calls(2, 30, refused(503)),
      ...calls(3, 10, refused(503)),
      ...calls(4, 9),
    ],
    'candidate',
    'the provider answered 60 of 137 calls with 503 in rounds 1 to 3 of this change',
  ],
  [
    'calls without an answer, and some that were sent again',
    [...calls(2, 1, refused(null)), ...calls(4, 3, { tries: 2 }), ...calls(4, 6)],
    'baseline',
    'the provider answered 1 of 10 not at all, 3 of 10 only when they were sent again in rounds 2, 4 of the base commit',
  ],
  [
    'the agent’s own bad request',
    calls(1, 2, { fault: { kind: 'rejected', status: 400, message: '' } }),
    'candidate',
    undefined,
  ],
])('an incident is told where it was seen: %s', (_, seen, side, words) => {
  expect(roundCallWords(seen, side)[0]).toBe(words);
});
