import type { RunCounts } from '#statistics/counts/between-runs.ts';
import { neverPassingP } from '#statistics/counts/never-passing.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { drawSuite } from '../population.ts';
import type { Random } from '../random.ts';
import { type SideTable, shareOfDraws } from './side-table.ts';

const CASES = 20;
const TRIALS = 5;
const BOUNDARY = 0.05;

/** How often cases that main never ran hold a pull request up. */
export function uncompared(): SideTable {
  const counts = [1, 3, 10];
  const situations: readonly (readonly [string, (rate: number) => number])[] = [
    ['as hard as before', (rate) => rate],
    ['30 points harder', (rate) => Math.max(0, rate - 0.3)],
    ['impossible', () => 0],
  ];
  return {
    title: `Open, % of pull requests that rewrite or add cases: graded suite of ${CASES}, five runs of main, ${TRIALS} trials each`,
    header: [
      'these cases are',
      ...counts.map((count) => `${count} rewritten`),
      ...counts.map((count) => `${count} new`),
    ],
    rows: situations.map(([what, now], row) => [
      what,
      ...counts.map((count, column) =>
        shareOfDraws(100_000 + 100 * row + column, (random) => isWorse(random, count, now)),
      ),
      ...counts.map((count, column) =>
        shareOfDraws(200_000 + 100 * row + column, (random) => neverPasses(random, count, now)),
      ),
    ]),
  };
}

function isWorse(random: Random, count: number, now: (rate: number) => number): boolean {
  const rewritten = shuffled(suite(random), random).slice(0, count);
  const pairs = rewritten.map((rate) => {
    const [here, main] = [passes(now(rate), TRIALS, random), passes(rate, 5 * TRIALS, random)];
    return { a: here, n: TRIALS, b: main, m: 5 * TRIALS };
  });
  return suiteExact(pairs).pExact <= BOUNDARY;
}

function neverPasses(random: Random, count: number, now: (rate: number) => number): boolean {
  const rates = suite(random);
  const known = rates.map((rate): RunCounts => ({ passed: passes(rate, 5 * TRIALS, random), scored: 5 * TRIALS }));
  const fresh = Array.from({ length: count }, (): RunCounts => {
    const rate = rates[Math.floor(random.uniform() * rates.length)] ?? 0;
    return { passed: passes(now(rate), TRIALS, random), scored: TRIALS };
  });
  return fresh.some(({ passed }) => passed === 0) && neverPassingP(fresh, known) <= BOUNDARY;
}

function suite(random: Random): readonly number[] {
  return drawSuite('graded', CASES, random).map(({ rate }) => rate);
}

function shuffled(rates: readonly number[], random: Random): readonly number[] {
  return rates
    .map((rate) => ({ rate, key: random.uniform() }))
    .sort((left, right) => left.key - right.key)
    .map(({ rate }) => rate);
}

function passes(rate: number, trials: number, random: Random): number {
  let passed = 0;
  for (let trial = 0; trial < trials; trial += 1) if (random.uniform() < rate) passed += 1;
  return passed;
}
