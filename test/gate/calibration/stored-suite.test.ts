import { describe, expect, it } from 'vitest';
import { storedSuite } from '#gate/calibration/stored-suite.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { POLICY } from '#test/gate/decision/decide-on.ts';
import { caseRecord, resultsFile, trialRecords } from '#test/support/results.ts';

/** Cases, runs of main, trials of each case in a run, and how often the cases pass. */
const SHAPES: readonly (readonly [cases: number, runs: number, trials: number, rates: readonly number[]])[] = [
  [5, 5, 20, [0.8]],
  [20, 3, 5, [0.98, 0.8, 0.5]],
  [20, 5, 5, [0.98]],
  [20, 5, 3, [0.9, 0.3]],
  [50, 5, 5, [0.98, 0.98, 0.6]],
];

/** In how many of some sets of runs main is said to move, where every day shifts all rates by as much as `drift` times a number of −1 to 1. */
function foundIn(sets: number, [cases, runs, trials, rates]: (typeof SHAPES)[number], drift: number): number {
  const random = seededRandom(cases + runs);
  const runOf = () => {
    const day = drift * (random() < 0.5 ? -1 : 1);
    const outcomes = (rate: number) =>
      Array.from({ length: trials }, () => ({
        outcome: random() < rate + day ? ('passed' as const) : ('failed' as const),
      }));
    return resultsFile(
      Array.from({ length: cases }, (_, i) =>
        caseRecord(`case-${i}`, { trials: trialRecords(outcomes(rates[i % rates.length] ?? 0)) }),
      ),
    );
  };
  let found = 0;
  for (let set = 0; set < sets; set += 1) {
    const [newest = runOf(), ...others] = Array.from({ length: runs }, runOf);
    if (storedSuite(newest, [newest, ...others], POLICY).between !== null) found += 1;
  }
  return found;
}

describe('what calibrate says of main', () => {
  it('is that it moves in hardly any set of runs of an unchanged main, whatever their shape', () => {
    const found = SHAPES.map((shape) => foundIn(20, shape, 0));
    expect(Math.max(...found)).toBeLessThanOrEqual(2);
    expect(found.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(3);
  });

  it('is that it moves where its days differ by ten points', () => {
    expect(foundIn(10, [50, 5, 5, [0.8, 0.6]], 0.1)).toBeGreaterThanOrEqual(8);
  });
});
