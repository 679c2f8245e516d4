// npm run drift-alarms: a contributor runs it when the watch over main changes.
/**
 * Simulates the watch over main's scheduled runs, and the gate's record of itself: `npm run drift-alarms`. A suite of 50 cases with 5 trials each runs every night;
 * from one night on, every case passes less often. Printed: how many nights go by until the alarm. The seed is fixed.
 */

import { BROKEN } from '#gate/history/audit.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { startCusum } from '#statistics/sequential/cusum.ts';
import { fallScore } from '#statistics/sequential/fall-score.ts';
import { rateEvidence } from '#statistics/sequential/rate-evidence.ts';

const [CASES, TRIALS] = [50, 5];

/** Where a simulated main comes from, and what happens to it. */
export interface Nights {
  /** Nights before the drop, from which the rates are estimated; `known`: the true rates are used instead. */
  readonly before: number | 'known';
  /** By how much each case passes less often, 0–1. */
  readonly drop: number;
  /** Nights after which a simulation ends without an alarm. */
  readonly most: number;
}

/** Mean number of nights until the alarm; a simulation that sees none counts with all its nights. */
export function nightsToAlarm({ before, drop, most }: Nights, mains: number, seed = 1): number {
  const random = seededRandom(seed);
  let sum = 0;
  for (let main = 0; main < mains; main += 1)
    sum += before === 'known' ? known(drop, most, random) : watched(before, drop, most, random);
  return sum / mains;
}

/** By the code that watches real runs, the watch starting with the first night. */
function watched(before: number, drop: number, most: number, random: () => number): number {
  const rates = ratesOf(random);
  const passed = rates.map(() => 0);
  let next = startCusum(true);
  let start = 0;
  for (let night = 0; night < before + most; night += 1) {
    const now = rates.map((rate) => passes(rate - (night < before ? 0 : drop), random));
    const trials = (night - start) * TRIALS;
    const { alarm } = next(
      trials === 0 ? 0 : fallScore(now.map((a, i) => ({ a, n: TRIALS, b: passed[i] ?? 0, m: trials }))),
    );
    for (const [i, count] of now.entries()) passed[i] = (passed[i] ?? 0) + count;
    if (!alarm) continue;
    if (night >= before) return night - before + 1;
    // A false alarm: the watch begins anew with the next night.
    next = startCusum(true);
    passed.fill(0);
    start = night + 1;
  }
  return most;
}

/** With the true mean and standard deviation, which nobody knows: the textbook's figures. */
function known(drop: number, most: number, random: () => number): number {
  const rates = ratesOf(random);
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / CASES;
  const deviation = Math.sqrt(rates.reduce((sum, rate) => sum + (rate * (1 - rate)) / TRIALS, 0)) / CASES;
  const next = startCusum(false);
  for (let night = 1; night <= most; night += 1) {
    const now = rates.reduce((sum, rate) => sum + passes(rate - drop, random), 0);
    if (next((mean - now / (CASES * TRIALS)) / deviation).alarm) return night;
  }
  return most;
}

/** 75 % of the cases pass nearly always, 22 % often, 3 % seldom: about 93 % on average. */
function ratesOf(random: () => number): readonly number[] {
  return Array.from({ length: CASES }, () => {
    const [kind, uniform] = [random(), random()];
    if (kind < 0.75) return uniform ** (1 / 99);
    return kind < 0.97 ? 0.6 + 0.35 * uniform : 0.5 * uniform;
  });
}

function passes(rate: number, random: () => number): number {
  let passed = 0;
  for (let trial = 0; trial < TRIALS; trial += 1) if (random() < rate) passed += 1;
  return passed;
}

/** What a simulated gate's own record shows. */
interface Warnings {
  /** Share of repositories that ever see the warning, 0–1. */
  readonly warned: number;
  /** Comparisons until half of all repositories have seen it; `null`: fewer ever do. */
  readonly median: number | null;
}

/** The audit of a gate that promises 5 % and is red at `rate`, over so many comparisons without a change. */
export function auditWarnings(rate: number, comparisons: number, repositories: number, seed = 1): Warnings {
  const random = seededRandom(seed);
  const first = Array.from({ length: repositories }, () => {
    let red = 0;
    for (let count = 1; count <= comparisons; count += 1) {
      if (random() < rate) red += 1;
      if (rateEvidence(red, count, PROMISED) >= BROKEN) return count;
    }
    return Number.POSITIVE_INFINITY;
  }).sort((left, right) => left - right);
  const middle = first[Math.floor(repositories / 2)] ?? Number.POSITIVE_INFINITY;
  return {
    warned: first.filter((count) => Number.isFinite(count)).length / repositories,
    median: Number.isFinite(middle) ? middle : null,
  };
}

const PROMISED = 0.05;

if (import.meta.main) {
  const drops = [0.01, 0.02, 0.03, 0.05];
  const rows = (['known', 90, 30, 14, 7] as const).map((before) => [
    before === 'known' ? 'true rates known' : `estimated from ${before} nights`,
    ...drops.map((drop) => nightsToAlarm({ before, drop, most: 400 }, 300).toFixed(1)),
  ]);
  console.log(`nights until the alarm, ${CASES} cases × ${TRIALS} trials`);
  print(['drop in points', '1', '2', '3', '5']);
  for (const row of rows) print(row);
  const falseAlarm = (before: Nights['before']) => nightsToAlarm({ before, drop: 0, most: 6000 }, 60).toFixed(0);
  console.log(
    `\nnights until a false alarm: ${falseAlarm('known')} with known rates, ${falseAlarm(0)} with estimated ones from the first night on`,
  );
  console.log("\nthe gate's own record over 1,000 comparisons without a change, promised 5 %");
  print(['true rate', 'warned', 'half within']);
  for (const rate of [0.05, 0.1, 0.15, 0.25]) {
    const { warned, median } = auditWarnings(rate, 1000, 1000);
    print([`${100 * rate} %`, `${(100 * warned).toFixed(1)} %`, median === null ? 'never' : String(median)]);
  }
}

function print([first = '', ...cells]: readonly string[]): void {
  console.log(first.padEnd(28) + cells.map((cell) => cell.padStart(12)).join(''));
}
