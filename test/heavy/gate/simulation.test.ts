import { expect, test } from 'vitest';
import type { Decision } from '#gate/decision/terms/decision.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { codes, decideOn } from '#test/gate/decision/decide-on.ts';
import { bothSides } from '#test/support/results.ts';

type Counts = readonly [number, number, number, number];

const CASES = 50;
const TRIALS = 5;
const BASELINE_TRIALS = 25;
const RUNS = 200;

test('unchanged suites are seldom red and mostly green', () => {
  const decisions = simulate(1, (rate) => rate);
  expect(share(decisions, 'fail')).toBeLessThanOrEqual(0.06);
  expect(share(decisions, 'pass')).toBeGreaterThan(0.85);
});

test('a stable case that breaks is mostly seen', () => {
  const decisions = simulate(
    2,
    (rate, i) => (i === 0 ? 0.2 : rate),
    (rate, i) => (i === 0 ? 0.99 : rate),
  );
  expect(share(decisions, 'fail')).toBeGreaterThan(0.75);
});

const tenPointsLess = (rate: number): number => Math.max(0, rate - 0.1);

/** One run of main says nothing of how far days differ, so the smaller of the drops seen may be another day's: they are told of and stay open. */
test('a drop of ten points from a single run of main is as often seen, mostly red, and hardly ever passes', () => {
  const decisions = simulate(3, tenPointsLess);
  expect(share(decisions, 'fail')).toBeGreaterThan(0.85);
  expect(share(decisions, 'pass')).toBeLessThan(0.01);
  const seen = decisions.filter((decision) => decision.verdict === 'fail' || isPerhapsAnotherDay(decision));
  expect(seen.length / decisions.length).toBeGreaterThan(0.95);
});

/** Decisions on suites of mostly stable, some flaky and a few hard cases, whose rates change as told. */
function simulate(
  seed: number,
  here: (rate: number, i: number) => number,
  main: (rate: number, i: number) => number = (rate) => rate,
): readonly Decision[] {
  const random = seededRandom(seed);
  return Array.from({ length: RUNS }, () => {
    const counts = Array.from({ length: CASES }, (_, i): Counts => {
      const rate = rateOf(random);
      const a = passes(TRIALS, here(rate, i), random);
      return [a, TRIALS, passes(BASELINE_TRIALS, main(rate, i), random), BASELINE_TRIALS];
    });
    return decideOn(bothSides(counts));
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

function isPerhapsAnotherDay(decision: Decision): boolean {
  return codes(decision).includes('inconclusive within_drift');
}

function share(decisions: readonly Decision[], wanted: Decision['verdict']): number {
  return decisions.filter(({ verdict }) => verdict === wanted).length / decisions.length;
}
