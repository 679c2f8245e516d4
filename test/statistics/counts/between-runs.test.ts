import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { betweenRuns, differingRuns, type RunCounts, varianceOfOneMoreRun } from '#statistics/counts/between-runs.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { expectClose } from '../expect-close.ts';

const run = (passed: number, scored: number): RunCounts => ({ passed, scored });

/** A case that passed that often in runs of five trials each. */
const ofFive = (...passes: number[]) => passes.map((passed) => run(passed, 5));

describe('betweenRuns', () => {
  test('is what the suite means vary by, less what chance makes of them', () => {
    // Means 1 and ½, so s² = 1/8. Chance: 12 of 16 passed, 3/4 · 1/4 · 16/15 in runs of 8, over 2 cases: 2 · (1/5)/8 / 4.
    const cases = [
      [run(8, 8), run(4, 8)],
      [run(8, 8), run(4, 8)],
    ];
    expect(betweenRuns(cases)?.runs).toBe(2);
    expectClose(betweenRuns(cases)?.variance, 1 / 8 - 1 / 80, 1e-12);
  });

  test('runs of different length count with the harmonic mean of their trials', () => {
    // Means 1 and 0: s² = ½. 6 of 8 passed; harmonic mean of 6 and 2 is 3: 3/4 · 1/4 · 8/7 / 3 = 1/14.
    expectClose(betweenRuns([[run(6, 6), run(0, 2)]])?.variance, 1 / 2 - 1 / 14, 1e-12);
  });

  test('what chance explains is not between runs', () => {
    expect(betweenRuns([ofFive(4, 5, 4), ofFive(3, 4, 4)])).toEqual({ runs: 3, variance: 0 });
  });

  test('equal runs do not differ, although their means round differently', () => {
    const never = [run(0, 7), run(0, 3), run(0, 11)];
    const always = [run(7, 7), run(3, 3), run(11, 11)];
    for (let stable = 1; stable <= 40; stable++) {
      const suite = [...Array.from({ length: stable }, () => always), never];
      expect(betweenRuns(suite)).toEqual({ runs: 3, variance: 0 });
    }
  });

  test('only cases with a scored trial in every run enter, so that every mean is over the same cases', () => {
    const shared = [ofFive(5, 1, 5, 1), ofFive(4, 0, 5, 2)];
    const missingInOne = [run(0, 5), run(5, 5), run(0, 0), run(5, 5)];
    const newCase = [run(0, 5)];
    expect(betweenRuns([...shared, missingInOne, newCase])).toEqual(betweenRuns(shared));
    expect(betweenRuns(shared)?.variance).toBeGreaterThan(0);
  });

  test.each<{ why: string; cases: RunCounts[][] }>([
    { why: 'no cases', cases: [] },
    { why: 'cases without runs', cases: [[], []] },
    { why: 'a single run', cases: [ofFive(5), ofFive(1)] },
    {
      why: 'no case that all runs have',
      cases: [
        [run(5, 5), run(0, 0)],
        [run(0, 0), run(5, 5)],
      ],
    },
  ])('is not known: $why', ({ cases }) => {
    expect(betweenRuns(cases)).toBeNull();
  });

  test('neither the order of the runs nor that of the cases matters, except for rounding', () => {
    const runs = fc.array(
      fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 6 })).map(([passed, more]) => run(passed, passed + more)),
      { minLength: 3, maxLength: 3 },
    );
    always(
      fc.property(fc.array(runs, { minLength: 1, maxLength: 10 }), (cases) => {
        const turned = cases.map((each) => each.toReversed()).toReversed();
        const forward = betweenRuns(cases)?.variance ?? Number.NaN;
        const backward = betweenRuns(turned)?.variance ?? Number.NaN;
        expect(Math.abs(forward - backward)).toBeLessThan(2e-12);
      }),
    );
  });

  test('counts for the candidate as one run more and for the baseline as the mean of its runs', () => {
    expectClose(varianceOfOneMoreRun({ runs: 4, variance: 0.01 }), 0.0125, 1e-12);
  });
});

describe('runs that differ beyond chance', () => {
  /** Twenty cases that pass this often of five in each run. */
  const suite = (...passes: readonly number[]) => Array.from({ length: 20 }, () => ofFive(...passes));

  test('have the variance that is estimated of them', () => {
    const moved = suite(5, 3, 5, 3);
    expect(differingRuns(moved)).toEqual(betweenRuns(moved));
    expect(differingRuns(moved)?.variance).toBeGreaterThan(0);
  });

  test('are none where they differ by a little more than chance says, as every second pool does', () => {
    const waver = [
      ...Array.from({ length: 10 }, () => ofFive(4, 4, 4)),
      ...Array.from({ length: 5 }, () => ofFive(5, 4, 4)),
      ...Array.from({ length: 5 }, () => ofFive(4, 4, 3)),
    ];
    const estimate = betweenRuns(waver);
    expect(estimate?.variance ?? 0).toBeGreaterThan(0);
    expect(differingRuns(waver)).toBeNull();
  });

  test('are none where there are two of them', () => {
    expect(differingRuns(suite(5, 1))).toBeNull();
  });

  test('are found in about one of ten pools of runs that do not differ', () => {
    const random = seededRandom(5);
    const draws = tries(2_000);
    let found = 0;
    for (let draw = 0; draw < draws; draw++) {
      const cases = Array.from({ length: 30 }, () =>
        Array.from({ length: 5 }, () => run(Array.from({ length: 5 }, () => random() < 0.8).filter(Boolean).length, 5)),
      );
      if (differingRuns(cases) !== null) found++;
    }
    expect(found / draws).toBeGreaterThan(0.07);
    expect(found / draws).toBeLessThan(0.13);
  });
});

test('three runs are enough to find that runs differ, and two are not', () => {
  const cases = (...passes: number[]) => Array.from({ length: 30 }, () => ofFive(...passes));
  expect(differingRuns(cases(5, 2, 5))).toMatchObject({ runs: 3 });
  expect(differingRuns(cases(5, 2))).toBeNull();
});
