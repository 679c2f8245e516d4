import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalSf } from '#statistics/distributions/normal.ts';
import { recallTest, strataZ } from '#statistics/values/recall-test.ts';
import { always } from '#test/support/always.ts';
import { combinations } from '../enumeration.ts';
import { expectClose } from '../expect-close.ts';

const level = fc.constantFrom(0, 0.25, 0.5, 0.75, 1);
const pairs = fc.array(
  fc.record({
    candidate: fc.array(level, { maxLength: 5 }),
    baseline: fc.array(level, { maxLength: 9 }),
  }),
  { maxLength: 12 },
);

describe('recallTest', () => {
  test('without a case that has values on both sides the gate does not exist', () => {
    expect(recallTest([])).toBeNull();
    expect(recallTest([{ candidate: [], baseline: [1] }])).toBeNull();
    expect(recallTest([{ candidate: [1], baseline: [] }])).toBeNull();
  });

  test('cases without values on a side are left out of the mean', () => {
    const result = recallTest([
      { candidate: [], baseline: [0] },
      { candidate: [0.5, 1], baseline: [1, 1] },
    ]);
    expect(result?.cases).toBe(1);
    expect(result?.drop).toBe(0.25);
  });

  test('values that never vary within a case are no evidence, and no interval is made up', () => {
    const constant = [
      { candidate: [0.1, 0.1, 0.1], baseline: [0.1, 0.1] },
      { candidate: [1], baseline: [1, 1] },
    ];
    expect(recallTest(constant)).toEqual({ cases: 2, drop: 0, ci95: null, exchangeableError: 0, z: 0, p: 1 });
  });

  test('a loss against a large flawless baseline is not overrated: the larger of both tails counts', () => {
    const flawless = { candidate: [1, 1, 1], baseline: new Array<number>(25).fill(1) };
    const missed = { ...flawless, candidate: [0, 1, 1] };
    const cases = [missed, ...Array.from({ length: 9 }, () => flawless)];
    const z = recallTest(cases)?.z ?? Number.NaN;
    // Exactly one trial of 28 missed; the chance that it is one of the candidate's three is 3/28.
    const exact = 3 / 28;
    const { skewness = 0 } = strataZ(cases) ?? {};
    expect(recallTest(cases)?.p).toBeCloseTo(normalSf(-(z - (skewness * (z * z - 1)) / 6)), 12);
    expect(normalSf(-z)).toBeLessThan(exact / 10);
    expect(recallTest(cases)?.p).toBeGreaterThan(2 * normalSf(-z));
  });

  test.each([
    [
      'whole runs of trials fell, so that no side varies',
      { candidate: [0, 0, 0], baseline: [1, 1, 1] },
      'exchangeable',
    ],
    ['few trials vary beside many that do not', { candidate: [0, 1], baseline: new Array<number>(25).fill(1) }, 'wald'],
  ] as const)('the interval is as wide as the larger of both errors: %s', (_, pair, larger) => {
    const { exchangeableError = 0, waldError = 0 } = strataZ([pair]) ?? {};
    expect(exchangeableError > waldError ? 'exchangeable' : 'wald').toBe(larger);
    const { drop, ci95 } = recallTest([pair]) ?? expect.fail('there is nothing to test');
    const margin = 1.959964 * Math.max(exchangeableError, waldError);
    expectClose(ci95?.low, drop - margin, 1e-5);
    expectClose(ci95?.high, drop + margin, 1e-5);
  });

  test('with equally many trials a side there is no skewness to correct', () => {
    const equal = [{ candidate: [1, 0.5, 0.75], baseline: [1, 1, 0.75] }];
    const result = recallTest(equal);
    expectClose(strataZ(equal)?.skewness, 0, 1e-15);
    expectClose(result?.p, normalSf(-(result?.z ?? Number.NaN)), 1e-12);
  });

  test('two values in all have a difference but no skewness', () => {
    const result = recallTest([{ candidate: [0], baseline: [1] }]);
    expect(result?.drop).toBe(1);
    expectClose(result?.z, -1, 1e-12);
  });

  test('p is a probability, and the order of cases and trials changes nothing but rounding', () => {
    always(
      fc.property(pairs, (cases) => {
        const reversed = cases
          .map(({ candidate, baseline }) => ({
            candidate: candidate.toReversed(),
            baseline: baseline.toReversed(),
          }))
          .toReversed();
        const forward = recallTest(cases);
        const backward = recallTest(reversed);
        expect(backward === null).toBe(forward === null);
        if (forward === null || backward === null) return;
        expect(forward.p).toBeGreaterThanOrEqual(0);
        expect(forward.p).toBeLessThanOrEqual(1);
        expectClose(backward.p, forward.p, 1e-9);
        expect(Math.abs(backward.drop - forward.drop)).toBeLessThan(1e-12);
      }),
    );
  });
});

describe('strataZ', () => {
  test('of values that never vary is 0, without a skewness', () => {
    // The mean of three times 0.1 is not 0.1.
    const equal = { candidate: [0.1], baseline: [0.1, 0.1] };
    expect(strataZ([equal])).toMatchObject({ z: 0, skewness: 0, exchangeableError: 0 });
  });

  test('of two values has no skewness', () => {
    expect(strataZ([{ candidate: [0], baseline: [1] }])).toMatchObject({ skewness: 0 });
  });

  test('variance and skewness are those of dealing the values of each case to its sides in every way', () => {
    const cases = [
      { candidate: [0, 1], baseline: [1, 1, 0.5] },
      { candidate: [0.25], baseline: [1, 1, 0.75, 1] },
    ];
    const sums = combinations(cases.map(differencesOfEveryDeal)).map(total);
    const variance = total(sums.map((sum) => sum ** 2)) / sums.length;
    const third = total(sums.map((sum) => sum ** 3)) / sums.length;
    const result = strataZ(cases);
    expectClose(total(sums) / sums.length, 0, 1e-12);
    expectClose((result?.exchangeableError ?? Number.NaN) * cases.length, Math.sqrt(variance), 1e-12);
    expectClose(result?.skewness, third / variance ** 1.5, 1e-10);
  });
});

function differencesOfEveryDeal({ candidate, baseline }: { candidate: number[]; baseline: number[] }): number[] {
  const all = [...candidate, ...baseline];
  const isCandidate = (chosen: number, index: number) => Math.floor(chosen / 2 ** index) % 2 === 1;
  return Array.from({ length: 2 ** all.length }, (_, chosen) => ({
    here: all.filter((_value, index) => isCandidate(chosen, index)),
    there: all.filter((_value, index) => !isCandidate(chosen, index)),
  }))
    .filter(({ here }) => here.length === candidate.length)
    .map(({ here, there }) => total(here) / here.length - total(there) / there.length);
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
