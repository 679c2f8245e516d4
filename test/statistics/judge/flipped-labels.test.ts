import { expect, test } from 'vitest';
import type { PairedCounts } from '#statistics/counts/paired-counts.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { seededRandom } from '#statistics/seeded-random.ts';

const SUITES = 1_000;
const RATES = [0.98, 0.95, 0.9, 0.8, 0.6, 0.3];

/** Red needs no correction: trials whose outcomes a judge flips alike on both sides are still exchangeable. */
test.each([
  [1, 1],
  [0.95, 0.8],
  [0.85, 0.6],
  [0.6, 0.3],
])('outcomes of both sides flipped by one judge (%f, %f) leave p no smaller than chance', (q1, q0) => {
  const random = seededRandom(Math.round(1000 * q1 + q0));
  const passes = (trials: number, rate: number): number => {
    let met = 0;
    for (let trial = 0; trial < trials; trial += 1)
      met += random() < rate ? Number(random() < q1) : Number(random() >= q0);
    return met;
  };
  const pValues = Array.from({ length: SUITES }, () => {
    const cases = RATES.map((rate): PairedCounts => ({ a: passes(5, rate), n: 5, b: passes(15, rate), m: 15 }));
    return suiteExact(cases).pExact;
  });
  for (const level of [0.01, 0.02, 0.05, 0.1, 0.2, 0.5]) {
    const share = pValues.filter((p) => p <= level).length / SUITES;
    expect(share).toBeLessThanOrEqual(level + 3 * Math.sqrt((level * (1 - level)) / SUITES));
  }
});
