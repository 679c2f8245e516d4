import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { consistencyOf } from '#domain/metrics/consistency.ts';

const trials = (sequences: string) =>
  [...sequences].map((letter) => ({
    outcome: letter === '!' ? ('error' as const) : ('passed' as const),
    tool_sequence: letter === '?' ? null : letter,
  }));

describe('the consistency of a case', () => {
  test.each([
    ['aaaa', { trials: 4, distinct: 1, commonest: 1, alike: 1 }],
    ['aaab', { trials: 4, distinct: 2, commonest: 0.75, alike: 0.5 }],
    ['abcd', { trials: 4, distinct: 4, commonest: 0.25, alike: 0 }],
    ['aab?!', { trials: 3, distinct: 2, commonest: 2 / 3, alike: 1 / 3 }],
  ])('%s', (sequences, expected) => {
    expect(consistencyOf(trials(sequences))).toEqual(expected);
  });

  test.each(['', 'a', 'a?!', '???'])(
    'is unknown with fewer than two trials whose calls are known: "%s"',
    (sequences) => {
      expect(consistencyOf(trials(sequences))).toBeNull();
    },
  );

  test('the chance that two trials are alike is the share of alike pairs', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 2, maxLength: 20 }), (letters) => {
        const pairs = letters.flatMap((one, i) => letters.slice(i + 1).map((other) => Number(one === other)));
        const alike = pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length;
        expect(consistencyOf(trials(letters.join('')))?.alike).toBeCloseTo(alike, 12);
      }),
    );
  });
});
