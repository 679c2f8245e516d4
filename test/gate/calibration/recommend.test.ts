import { expect, test } from 'vitest';
import type { Calibration, Chances, PlanCalibration } from '#gate/calibration/calibration.ts';
import { recommend } from '#gate/calibration/recommend.ts';

interface Facts {
  readonly alarms: number;
  readonly open?: number;
  readonly by_floor?: number;
  readonly drop_5: number | null;
  readonly one_broken: number;
  readonly trials: number;
}

const GOOD: Facts = { alarms: 0.03, drop_5: 0.86, one_broken: 0.95, trials: 4.8 };
const WOLF: Facts = { alarms: 0.31, drop_5: 0.95, one_broken: 0.6, trials: 5 };

const ADAPTIVE = [3, 5, 10];

test.each<[policy: string, own: PlanCalibration, adaptive: Facts | null, rest: Partial<Calibration>, words: string]>([
  [
    'a threshold that cries wolf',
    plan('threshold', [5], WOLF),
    GOOD,
    {},
    'Your threshold would be red on 31 % of unchanged pull requests; with method: statistical and trials: {min: 3, max: 10} it is 3 %, and a drop of 5 points is seen in 86 %.',
  ],
  [
    'a threshold that cries wolf where main moves',
    plan('threshold', [5], WOLF),
    { ...GOOD, alarms: 0.15 },
    { drift: 0.021 },
    'Your threshold would be red on 31 % of unchanged pull requests; with method: statistical and trials: {min: 3, max: 10} it is 15 %, and a drop of 5 points is seen in 86 %; against the rest, main itself moves by ±2.1 points from run to run, so leave confirm at auto, which repeats a failure against main as it is today.',
  ],
  [
    'a threshold that no method betters',
    plan('threshold', [5], WOLF),
    { ...GOOD, alarms: 0.4 },
    { runs: 1 },
    'Your threshold would be red on 31 % of unchanged pull requests, and another method is no better here: pool more runs of main (1 of 10 so far), or add cases.',
  ],
  [
    'a threshold that misses a broken case',
    plan('threshold', [5], { ...WOLF, alarms: 0.04 }),
    GOOD,
    {},
    'Your policy sees one broken case in only 60 % of the pull requests that have it; with method: statistical and trials: {min: 3, max: 10} it is 95 %.',
  ],
  [
    'floors that are red by themselves, whatever the method',
    plan('threshold', [5], { ...WOLF, by_floor: 0.25 }),
    GOOD,
    {},
    'Your floors alone are red on 25 % of unchanged pull requests, whatever the method: lower them (pass_rate and tool_recall can have min_mode: confident) or take cases off never_fail.',
  ],
  [
    'a gate that is red too often where main moves',
    plan('statistical', ADAPTIVE, { ...GOOD, alarms: 0.14 }),
    null,
    { drift: 0.015 },
    'Your policy is red on 14 % of unchanged pull requests: main itself moves by ±1.5 points from run to run, so leave confirm at auto, which repeats a failure against main as it is today.',
  ],
  [
    'a fixed number of trials that sees too little, with more trials too',
    plan('statistical', [5], { ...GOOD, drop_5: 0.3 }),
    { ...GOOD, drop_5: 0.6 },
    { cases: 20, detectable_drop: 0.07 },
    'Your policy sees a drop of 5 points in only 30 % of the pull requests that have it; with trials: {min: 3, max: 10} it is 60 %; add cases (about 40 like these 20 would show a drop of 5 points).',
  ],
  [
    'a suite that no plan helps',
    plan('statistical', ADAPTIVE, { ...GOOD, drop_5: 0.4 }),
    null,
    { cases: 20, detectable_drop: 0.08 },
    'Your policy sees a drop of 5 points in only 40 % of the pull requests that have it: add cases (about 52 like these 20 would show a drop of 5 points).',
  ],
  [
    'a gate that can not see one broken case, for trials or for runs of main',
    plan('statistical', ADAPTIVE, { ...GOOD, one_broken: 0.3 }),
    null,
    { runs: 2 },
    'Your policy sees one broken case in only 30 % of the pull requests that have it: pool more runs of main (2 of 10 so far), or allow more trials.',
  ],
  [
    'a gate that leaves much open',
    plan('statistical', ADAPTIVE, { ...GOOD, open: 0.25 }),
    null,
    { detectable_drop: 0.05 },
    'Your policy leaves 25 % of unchanged pull requests open: add cases, or allow more trials.',
  ],
  [
    'a gate that holds with more trials than needed',
    plan('statistical', [5], { ...GOOD, trials: 10 }),
    GOOD,
    {},
    'Your policy holds; trials: {min: 3, max: 10} would detect as much that matters with 4.8 trials per case instead of 10.',
  ],
  [
    'a gate that holds',
    plan('statistical', ADAPTIVE, GOOD),
    null,
    {},
    'Keep it: red on 3 % of unchanged pull requests, a drop of 5 points is seen in 86 %, one broken case in 95 %.',
  ],
  [
    'a suite that has no room for the drop',
    plan('statistical', ADAPTIVE, { ...GOOD, drop_5: null }),
    null,
    {},
    'Keep it: red on 3 % of unchanged pull requests, one broken case in 95 %.',
  ],
])('what calibrate recommends for %s', (_, own, adaptive, rest, words) => {
  const plans = [{ ...own, own: true }, ...(adaptive === null ? [] : [plan('statistical', ADAPTIVE, adaptive)])];
  expect(recommend(calibrationOf(plans, rest))).toBe(words);
});

test('a gate is not blamed for what few draws leave open', () => {
  const plans = [{ ...plan('statistical', ADAPTIVE, { ...GOOD, alarms: 0.08 }), own: true }];
  expect(recommend(calibrationOf(plans, { draws: 100 }))).toMatch(/^Keep it/);
  expect(recommend(calibrationOf(plans, { draws: 1000 }))).toMatch(/^Your policy is red on 8 %/);
});

function plan(
  method: PlanCalibration['method'],
  looks: readonly number[],
  { alarms, open = 0.02, by_floor = 0, drop_5, one_broken, trials }: Facts,
): PlanCalibration {
  const chances = (fail: number, inconclusive = 0): Chances => ({
    fail,
    inconclusive,
    pass: 1 - fail - inconclusive,
    fail_by_floor_alone: by_floor,
    trials,
  });
  return {
    method,
    looks,
    own: false,
    effects: {
      unchanged: chances(alarms, open),
      drop_2: chances(0.3),
      drop_5: drop_5 === null ? null : chances(drop_5),
      drop_10: chances(1),
      one_broken: chances(one_broken),
    },
  };
}

function calibrationOf(plans: readonly PlanCalibration[], rest: Partial<Calibration> = {}): Calibration {
  return {
    runs: 10,
    left_out: [],
    cases: 50,
    trials: 25,
    pass_rate: 0.93,
    drift: null,
    detectable_drop: 0.034,
    draws: 1000,
    ...rest,
    plans,
  };
}
