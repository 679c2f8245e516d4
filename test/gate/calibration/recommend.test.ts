import { describe, expect, test } from 'vitest';
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

describe('a threshold', () => {
  const threshold = (facts: Facts, adaptive: Facts, rest: Partial<Calibration> = {}) =>
    recommend(calibrationOf([plan('threshold', [5], facts, true), plan('statistical', [3, 5, 10], adaptive)], rest));

  test('that cries wolf is told what the statistical method does', () => {
    expect(threshold(WOLF, GOOD)).toBe(
      'Your threshold would be red on 31 % of unchanged pull requests; with method: statistical and trials: {min: 3, max: 10} it is 3 %, and a drop of 5 points is seen in 86 %.',
    );
  });

  test('that cries wolf where main moves is told that confirming helps as well', () => {
    expect(threshold(WOLF, { ...GOOD, alarms: 0.15 }, { drift: 0.021 })).toBe(
      'Your threshold would be red on 31 % of unchanged pull requests; with method: statistical and trials: {min: 3, max: 10} it is 15 %, and a drop of 5 points is seen in 86 %; against the rest, main itself moves by ±2.1 points from run to run, so leave confirm at auto, which repeats a failure against main as it is today.',
    );
  });

  test('that no method betters is told to pool more of main', () => {
    expect(threshold(WOLF, { ...GOOD, alarms: 0.4 }, { runs: 1 })).toBe(
      'Your threshold would be red on 31 % of unchanged pull requests, and another method is no better here: pool more runs of main (1 of 10 so far), or add cases.',
    );
  });

  test('that misses a broken case is told what would see it', () => {
    expect(threshold({ ...WOLF, alarms: 0.04 }, GOOD)).toBe(
      'Your policy sees one broken case in only 60 % of the pull requests that have it; with method: statistical and trials: {min: 3, max: 10} it is 95 %.',
    );
  });

  test('that holds is kept', () => {
    expect(threshold({ ...GOOD, alarms: 0.02 }, GOOD)).toMatch(/^Keep it: red on 2 %/);
  });
});

describe('floors', () => {
  test('that are red by themselves are named before the method', () => {
    const facts = { ...WOLF, by_floor: 0.25 };
    expect(recommend(calibrationOf([plan('threshold', [5], facts, true), plan('statistical', [3, 5, 10], GOOD)]))).toBe(
      'Your floors alone are red on 25 % of unchanged pull requests, whatever the method: lower them (pass_rate and tool_recall can have min_mode: confident) or take cases off never_fail.',
    );
  });
});

describe('the statistical method', () => {
  const fixed = (facts: Facts, adaptive: Facts, rest: Partial<Calibration> = {}) =>
    recommend(calibrationOf([plan('statistical', [5], facts, true), plan('statistical', [3, 5, 10], adaptive)], rest));
  const adaptive = (facts: Facts, rest: Partial<Calibration> = {}) =>
    recommend(calibrationOf([plan('statistical', [3, 5, 10], facts, true)], rest));

  test('that is red too often where main moves is told to confirm', () => {
    expect(adaptive({ ...GOOD, alarms: 0.14 }, { drift: 0.015 })).toBe(
      'Your policy is red on 14 % of unchanged pull requests: main itself moves by ±1.5 points from run to run, so leave confirm at auto, which repeats a failure against main as it is today.',
    );
  });

  test('that sees too little with a fixed number is told what the adaptive plan sees', () => {
    expect(fixed({ ...GOOD, drop_5: 0.7 }, GOOD)).toBe(
      'Your policy sees a drop of 5 points in only 70 % of the pull requests that have it; with trials: {min: 3, max: 10} it is 86 %.',
    );
  });

  test('that sees more, yet too little, with more trials is told both', () => {
    expect(fixed({ ...GOOD, drop_5: 0.3 }, { ...GOOD, drop_5: 0.6 }, { cases: 20, detectable_drop: 0.07 })).toBe(
      'Your policy sees a drop of 5 points in only 30 % of the pull requests that have it; with trials: {min: 3, max: 10} it is 60 %; add cases (about 40 like these 20 would show a drop of 5 points).',
    );
  });

  test('that no plan helps is told how many cases it takes', () => {
    expect(adaptive({ ...GOOD, drop_5: 0.4 }, { cases: 20, detectable_drop: 0.08 })).toBe(
      'Your policy sees a drop of 5 points in only 40 % of the pull requests that have it: add cases (about 52 like these 20 would show a drop of 5 points).',
    );
  });

  test('that can not see one broken case is told what it takes', () => {
    expect(adaptive({ ...GOOD, one_broken: 0.3 })).toBe(
      'Your policy sees one broken case in only 30 % of the pull requests that have it: allow more trials.',
    );
    expect(adaptive({ ...GOOD, one_broken: 0.3 }, { runs: 2 })).toMatch(
      /: pool more runs of main \(2 of 10 so far\), or allow more trials\.$/,
    );
  });

  test('that leaves much open is told so', () => {
    expect(adaptive({ ...GOOD, open: 0.25 }, { detectable_drop: 0.05 })).toBe(
      'Your policy leaves 25 % of unchanged pull requests open: add cases, or allow more trials.',
    );
  });

  test('that holds with more trials than needed is told the cheaper plan', () => {
    expect(fixed({ ...GOOD, trials: 10 }, GOOD)).toBe(
      'Your policy holds; trials: {min: 3, max: 10} would detect as much that matters with 4.8 trials per case instead of 10.',
    );
  });

  test('that holds is kept', () => {
    expect(adaptive(GOOD)).toBe(
      'Keep it: red on 3 % of unchanged pull requests, a drop of 5 points is seen in 86 %, one broken case in 95 %.',
    );
  });

  test('is not blamed for missing what the suite has no room for', () => {
    expect(adaptive({ ...GOOD, drop_5: null })).toBe(
      'Keep it: red on 3 % of unchanged pull requests, one broken case in 95 %.',
    );
  });

  test('is not blamed for what few draws leave open', () => {
    expect(adaptive({ ...GOOD, alarms: 0.08 }, { draws: 100 })).toMatch(/^Keep it/);
    expect(adaptive({ ...GOOD, alarms: 0.08 }, { draws: 1000 })).toMatch(/^Your policy is red on 8 %/);
  });
});

function plan(
  method: PlanCalibration['method'],
  looks: readonly number[],
  { alarms, open = 0.02, by_floor = 0, drop_5, one_broken, trials }: Facts,
  own = false,
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
    own,
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
