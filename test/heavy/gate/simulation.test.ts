import { expect, test } from 'vitest';
import { seededRandom } from '#domain/statistics/seeded-random.ts';
import { decideOn } from '#test/domain/gate/decide-on.ts';
import { bothSides } from '#test/support/results.ts';

type Counts = readonly [number, number, number, number];

const CASES = 50;
const TRIALS = 5;
const BASELINE_TRIALS = 25;
const RUNS = 200;

test('unchanged suites are seldom red and mostly green', () => {
  const verdicts = simulate(1, (rate) => rate);
  expect(share(verdicts, 'fail')).toBeLessThanOrEqual(0.06);
  expect(share(verdicts, 'pass')).toBeGreaterThan(0.85);
});

test('a stable case that breaks is mostly seen', () => {
  const verdicts = simulate(
    2,
    (rate, i) => (i === 0 ? 0.2 : rate),
    (rate, i) => (i === 0 ? 0.99 : rate),
  );
  expect(share(verdicts, 'fail')).toBeGreaterThan(0.75);
});

test('a drop of ten points is nearly always seen, and hardly ever passes', () => {
  const verdicts = simulate(3, (rate) => Math.max(0, rate - 0.1));
  expect(share(verdicts, 'fail')).toBeGreaterThan(0.95);
  expect(share(verdicts, 'pass')).toBeLessThan(0.01);
});

/** Verdicts on suites of mostly stable, some flaky and a few hard cases, whose rates change as told. */
function simulate(
  seed: number,
  here: (rate: number, i: number) => number,
  main: (rate: number, i: number) => number = (rate) => rate,
): readonly string[] {
  const random = seededRandom(seed);
  return Array.from({ length: RUNS }, () => {
    const counts = Array.from({ length: CASES }, (_, i): Counts => {
      const rate = rateOf(random);
      const a = passes(TRIALS, here(rate, i), random);
      return [a, TRIALS, passes(BASELINE_TRIALS, main(rate, i), random), BASELINE_TRIALS];
    });
    return decideOn(bothSides(counts)).verdict;
  });
}

/** 70 % Beta(49, 1), 20 % uniform on 0.6–0.95, 10 % uniform on 0–0.5. */
function rateOf(random: () => number): number {
  const kind = random();
  const uniform = random();
  if (kind < 0.7) return uniform ** (1 / 49);
  return kind < 0.9 ? 0.6 + 0.35 * uniform : 0.5 * uniform;
}

function passes(trials: number, rate: number, random: () => number): number {
  return Array.from({ length: trials }, random).filter((uniform) => uniform < rate).length;
}

function share(verdicts: readonly string[], wanted: string): number {
  return verdicts.filter((verdict) => verdict === wanted).length / verdicts.length;
}
