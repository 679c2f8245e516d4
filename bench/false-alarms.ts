// npm run false-alarms: a contributor runs it when the decision changes.
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { compare } from '#gate/baseline/comparison/compare.ts';
import { decide } from '#gate/decision/decide.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { bothSides } from '#test/support/results.ts';

/** How often a rule is red. */
export interface Rate {
  readonly rule: string;
  /** Share of the pull requests, 0–1. */
  readonly rate: number;
  readonly pull_requests: number;
}

const CASES = 50;
const TRIALS = 5;
const SEED = 1;

/** Pull requests that the command draws for {@link thresholdAlarms}. */
export const DRAWN = 40_000;

/**
 * Plain thresholds on the mean pass rate, on unchanged code: 50 cases with 5 trials on main and 5 on the pull request.
 * Every pull request has a suite of its own: a case passes with a rate of its own, the same on both sides, drawn from
 * 70 % stable cases, Beta(49, 1); 20 % wavering ones, uniform from 0.6 to 0.95; 10 % that mostly fail, uniform from 0
 * to 0.5. The seed is fixed: the same numbers every time.
 */
export function thresholdAlarms(pullRequests: number): readonly Rate[] {
  const random = seededRandom(SEED);
  const margins = [
    { rule: 'mean pass rate fell', points: 0, red: 0 },
    { rule: 'mean pass rate fell by more than 2 points', points: 2, red: 0 },
  ];
  for (let index = 0; index < pullRequests; index += 1) {
    const lost = unchangedSuite(random).reduce((sum, [here, , main]) => sum + main - here, 0);
    // In passes of the whole suite, whole numbers: 2 points of 250 trials are 5 passes.
    for (const margin of margins) if (lost > (margin.points / 100) * CASES * TRIALS) margin.red += 1;
  }
  return margins.map(({ rule, red }) => ({ rule, rate: red / pullRequests, pull_requests: pullRequests }));
}

/** The gate of this action with its default policy on the same suites; pass rates only. */
export function gateAlarms(pullRequests: number): Rate {
  const red = redSuites(pullRequests, (suite) => suite);
  return { rule: 'this gate, default policy', rate: red / pullRequests, pull_requests: pullRequests };
}

/** The same when one of the cases, which passed every time on main, fails every time. */
export function brokenCaseAlarms(pullRequests: number): Rate {
  const red = redSuites(pullRequests, ([, ...rest]) => [[0, TRIALS, TRIALS, TRIALS], ...rest]);
  return { rule: 'this gate, one case from 5 of 5 to 0 of 5', rate: red / pullRequests, pull_requests: pullRequests };
}

function redSuites(pullRequests: number, change: (suite: readonly Counts[]) => readonly Counts[]): number {
  const random = seededRandom(SEED);
  const policy = defaultPolicy();
  let red = 0;
  for (let index = 0; index < pullRequests; index += 1) {
    const { candidate, baseline } = bothSides(change(unchangedSuite(random)));
    if (decide(compare(candidate, [baseline]), policy, candidate).verdict === 'fail') red += 1;
  }
  return red;
}

type Counts = readonly [herePassed: number, here: number, mainPassed: number, main: number];

function unchangedSuite(random: () => number): readonly Counts[] {
  return Array.from({ length: CASES }, (): Counts => {
    const rate = passRate(random);
    return [passes(rate, random), TRIALS, passes(rate, random), TRIALS];
  });
}

function passRate(random: () => number): number {
  const kind = random();
  const uniform = random();
  if (kind < 0.7) return uniform ** (1 / 49);
  return kind < 0.9 ? 0.6 + 0.35 * uniform : 0.5 * uniform;
}

function passes(rate: number, random: () => number): number {
  let passed = 0;
  for (let trial = 0; trial < TRIALS; trial += 1) if (random() < rate) passed += 1;
  return passed;
}

if (import.meta.main) {
  const unchanged = [...thresholdAlarms(DRAWN), gateAlarms(2_000)];
  for (const { rule, rate, pull_requests: drawn } of unchanged)
    print(rule, rate, `${drawn} pull requests that change nothing`);
  const { rule, rate, pull_requests: drawn } = brokenCaseAlarms(500);
  print(rule, rate, `${drawn} pull requests`);
}

function print(rule: string, rate: number, drawn: string): void {
  console.log(`${rule.padEnd(44)} red on ${(100 * rate).toFixed(1)} % of ${drawn}`);
}
