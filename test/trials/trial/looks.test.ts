import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { always } from '#test/support/always.ts';
import { type LookCircumstances, lookOfTrial, planLooks, runLooks } from '#trials/trial/looks.ts';
import { middleTrials, parseTrialRange, type TrialRange, trialNumbers } from '#trials/trial/trial-range.ts';

const ranges = fc
  .tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }))
  .map(([left, right]): TrialRange => ({ min: Math.min(left, right), max: Math.max(left, right) }));

test.each<[min: number, max: number, looks: readonly number[], middle: number]>([
  [3, 10, [3, 5, 10], 5],
  [5, 20, [5, 10, 20], 10],
  [3, 4, [3, 4], 3],
  [1, 2, [1, 2], 1],
  [1, 50, [1, 7, 50], 7],
  [5, 5, [5], 5],
])('%d to %d trials are looked at after %j; a fixed run makes %d', (min, max, looks, middle) => {
  expect(planLooks({ min, max })).toEqual(looks);
  expect(middleTrials({ min, max })).toBe(middle);
});

test('looks ascend from the fewest to the most trials, each once, and the middle one is one of them', () => {
  always(
    fc.property(ranges, (range) => {
      const looks = planLooks(range);
      expect([looks[0], looks.at(-1)]).toEqual([range.min, range.max]);
      expect(looks).toEqual([...new Set(looks)].sort((left, right) => left - right));
      expect(looks).toContain(middleTrials(range));
    }),
  );
});

describe('without a written number, the size of the suite decides', () => {
  test.each<[cases: number, once: number, max: number]>([
    [1, 25, 25],
    [3, 25, 25],
    [5, 20, 20],
    [10, 10, 10],
    [19, 6, 10],
    [20, 5, 10],
    [1000, 5, 10],
  ])('%d cases run %d times each on main, and up to %d times for a change', (cases, once, max) => {
    expect(trialNumbers(null, cases)).toEqual({ min: 3, max, once });
  });

  test('main has about 100 trials from its first run on, or 25 of each case', () => {
    always(
      fc.property(fc.integer({ min: 1, max: 3000 }), (cases) => {
        const { min, max, once } = trialNumbers(null, cases);
        expect(once * cases >= 100 || once === 25).toBe(true);
        expect(min <= once && once <= max).toBe(true);
      }),
    );
  });

  test.each([
    ['is spread over the cases', 60, 12],
    ['takes none of the usual five', 10, 5],
    ['adds none', 1000, 20],
  ])('a budget for trials %s', (_, payable, once) => {
    expect(trialNumbers(null, 5, payable).once).toBe(once);
  });

  test('what is written keeps its meaning in every suite', () => {
    always(
      fc.property(ranges, fc.integer({ min: 1, max: 100 }), (range, cases) => {
        expect(trialNumbers(range, cases, 1)).toEqual({ ...range, once: middleTrials(range) });
      }),
    );
  });
});

describe('the looks of a run', () => {
  const looks = (circumstances: Partial<LookCircumstances>) =>
    runLooks(
      { min: 3, max: 10, once: 5 },
      { adaptive: true, stored: null, own: [null, null], most: null, ...circumstances },
    );

  test.each<[what: string, circumstances: Partial<LookCircumstances>, looks: readonly number[]]>([
    ['are all of the range', {}, [3, 5, 10]],
    ['are one where nothing decides between them', { adaptive: false }, [5]],
    ['go no further than what is stored', { stored: 4 }, [3, 4]],
    ['are one where fewer are stored than the first needs', { stored: 2 }, [2]],
    ['are one trial where nothing is stored', { stored: 0 }, [1]],
    ['are fixed at what is stored', { stored: 4, adaptive: false }, [4]],
    ['end where the next could not be paid for', { most: 19 }, [3, 5]],
    ['are all where the last just can be', { most: 20 }, [3, 5, 10]],
    ['keep the first, whatever may be started', { most: 1 }, [3]],
    ['count what cases run of their own mind', { most: 12, own: [2, null] }, [3, 5, 10]],
    ['count it also where it is much', { most: 50, own: [50, null] }, [3]],
  ])('%s', (_, circumstances, expected) => {
    expect(looks(circumstances)).toEqual(expected);
  });
});

test('a trial belongs to the first look that reads it; what was run beyond the last, to the last', () => {
  expect([1, 3, 4, 5, 6, 10, 11].map((index) => lookOfTrial(index, [3, 5, 10]))).toEqual([1, 1, 2, 2, 3, 3, 3]);
});

describe('a range that people write', () => {
  test.each<[text: string, range: TrialRange]>([
    ['5', { min: 5, max: 5 }],
    ['3-10', { min: 3, max: 10 }],
    [' 3 - 10 ', { min: 3, max: 10 }],
    ['4-4', { min: 4, max: 4 }],
  ])('%j is read', (text, range) => {
    expect(parseTrialRange(text, 50)).toEqual(range);
  });

  test.each(['', '0', '51', '0-3', '3-51', '10-3', '2.5', '1e1', '-3', '3-', '3-10-20', '٣', '3..10', 'x'])(
    '%j is refused',
    (text) => {
      expect(parseTrialRange(text, 50)).toBeNull();
    },
  );
});
