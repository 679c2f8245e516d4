import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalSf } from '#statistics/distributions/normal.ts';
import { BOUNDLESS, driftOf, driftP, UNKNOWN_DRIFT } from '#statistics/values/drift.ts';
import { runSpread, runValues } from '#statistics/values/run-spread.ts';
import { always } from '#test/support/always.ts';
import { expectClose } from '../expect-close.ts';

describe('the spread of runs', () => {
  test('is how far their means vary beyond chance', () => {
    // Means 2 and 4: s² = 2. All values 1, 3, 3, 5 have a variance of 8/3, in runs of two.
    const spread = runSpread([[runValues([1, 3]), runValues([3, 5])]]);
    expect(spread?.runs).toBe(2);
    expectClose(spread?.seen, 2, 1e-12);
    expectClose(spread?.byChance, 8 / 3 / 2, 1e-12);
  });

  test('leaves out a case that one run has no value of', () => {
    const shared = [runValues([1, 2]), runValues([2, 3])];
    expect(runSpread([shared, [runValues([9]), runValues([])], [runValues([4])]])).toEqual(runSpread([shared]));
  });

  test('needs two runs', () => {
    expect(runSpread([[runValues([1, 2])]])).toBeNull();
    expect(runSpread([])).toBeNull();
  });
});

describe('how far another day may be', () => {
  const usual = 0.02;
  const spread = (seen: number, runs = 5) => ({ runs, seen, byChance: 0.0002 });

  test('is a distribution, whatever the runs', () => {
    const seen = fc.double({ min: 0, max: 0.1, noNaN: true });
    always(
      fc.property(seen, fc.integer({ min: 2, max: 10 }), (some, runs) => {
        const { variances } = driftOf(usual, runs, spread(some, runs));
        expectClose(
          variances.reduce((sum, { weight }) => sum + weight, 0),
          1,
          1e-12,
        );
      }),
    );
  });

  test('is what is usual, as long as there is one run', () => {
    const { variances } = driftOf(usual, 1, null);
    const mean = variances.reduce((sum, { variance, weight }) => sum + variance * weight, 0);
    // Nine of ten days differ, with a mean square of τ₀²; the candidate's day and that of the only run.
    expectClose(mean, 0.9 * usual ** 2 * 2, 1e-3);
  });

  test('grows with what the runs differ by', () => {
    const alike = driftP(0.05, 0.01, driftOf(usual, 5, spread(0.0002)));
    const different = driftP(0.05, 0.01, driftOf(usual, 5, spread(0.002)));
    expect(different).toBeGreaterThan(3 * alike);
  });

  test('runs that are alike let it shrink, but never below chance alone', () => {
    const known = driftP(0.04, 0.01, driftOf(usual, 5, spread(0.0002)));
    const unknown = driftP(0.04, 0.01, driftOf(usual, 1, null));
    expect(known).toBeLessThan(unknown);
    expect(known).toBeGreaterThan(normalSf(4));
  });

  test('runs that differ without any chance in them are told from equal ones', () => {
    const fixed = driftP(0.1, 0, driftOf(0.05, 3, { runs: 3, seen: 0.01, byChance: 0 }));
    expect(fixed).toBeGreaterThan(0.1);
    expect(fixed).toBeLessThan(0.5);
    expect(driftP(0.1, 0, driftOf(0.05, 3, { runs: 3, seen: 0, byChance: 0 }))).toBeLessThan(1e-6);
  });

  test('explains anything where nobody knows', () => {
    expect(driftP(30, 0.01, UNKNOWN_DRIFT)).toBe(1);
  });

  test('what one run of five shows is no change where amounts move by any factor', () => {
    const [low, high] = [Math.log(500), Math.log(1000)];
    const seen = 0.2 * (high - low) ** 2;
    const runs = { runs: 5, seen, byChance: 0.001 };
    const change = 0.8 * (high - low);
    expect(driftP(change, 0.03, driftOf(0.05, 5, runs, BOUNDLESS))).toBeGreaterThan(0.05);
    expect(driftP(change, 0.03, driftOf(0.05, 5, runs))).toBeLessThan(0.003);
    const alike = { runs: 5, seen: 0.001, byChance: 0.001 };
    expect(driftP(Math.log(1.5), 0.03, driftOf(0.05, 5, alike, BOUNDLESS))).toBeLessThan(1e-4);
  });

  test('a larger change is less likely on any day', () => {
    const change = fc.double({ min: 0.001, max: 0.5, noNaN: true });
    always(
      fc.property(change, change, (left, right) => {
        const drift = driftOf(usual, 3, spread(0.0006, 3));
        const [less, more] = [Math.min(left, right), Math.max(left, right)];
        expect(driftP(more, 0.01, drift)).toBeLessThanOrEqual(driftP(less, 0.01, drift));
      }),
    );
  });
});

test('runs weigh each spread of days by how likely it makes what they differ by', () => {
  const [seen, byChance] = [3e-4, 1e-4];
  const [alone, weighed] = [null, { runs: 4, seen, byChance }].map((spread) => driftOf(0.02, 4, spread).variances);
  const likelihood = (part: number) => (weighed?.[part]?.weight ?? 0) / (alone?.[part]?.weight ?? 0);
  // R − 1 = 3 degrees of freedom.
  const density = (variance: number) => (byChance + variance) ** -1.5 * Math.exp((-1.5 * seen) / (byChance + variance));
  for (const part of [1, 7, 30])
    expect(likelihood(part) / likelihood(0)).toBeCloseTo(density(((part - 0.5) * 0.1 * 0.02) ** 2) / density(0), 9);
});

test('one more run differs from the mean of several by less than from a single one', () => {
  const [one, four] = [1, 4].map((runs) => driftOf(0.02, runs, null).variances);
  for (const [part, { variance }] of (one ?? []).entries())
    expect(four?.[part]?.variance).toBeCloseTo((variance * 1.25) / 2, 15);
});
