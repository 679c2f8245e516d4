import { describe, expect, test } from 'vitest';
import { policySchema } from '#config/gate/policy-schema.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Calibration, PlanCalibration } from '#gate/calibration/calibration.ts';
import { calibrationOf } from '#gate/calibration/calibration-of.ts';
import { type SimulationOptions, simulationOf } from '#gate/calibration/simulation.ts';
import { tallyDraws } from '#gate/calibration/tally-draws.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { caseRecord, outcomes, resultsFile } from '#test/support/results.ts';
import { tries } from '#test/support/tries.ts';

const DRAWS = tries(40);
const OPTIONS = { draws: DRAWS, seed: 3 };
const RANGE = { min: 3, max: 10 };
const policy = (keys: object): Policy => policySchema.parse(keys);

/** Runs of main, a day apart; per run the passes of each case, of 5 trials. */
function runsOf(passes: readonly (readonly number[])[]): ResultsFile[] {
  return passes.map((cases, run) =>
    resultsFile(
      cases.map((passed, index) => caseRecord(`case-${index}`, { trials: outcomes(passed, 5 - passed) })),
      { created_at: `2026-01-0${run + 1}T00:00:00.000Z`, commit: { ...COMMIT, sha: String(run).repeat(40) } },
    ),
  );
}

const COMMIT = { sha: null, ref: null, head_sha: null, base_sha: null, pull_request: null };
const STABLE = runsOf(Array.from({ length: 3 }, () => Array.from({ length: 12 }, () => 5)));
const FLAKY = runsOf([0, 1, 2].map((run) => Array.from({ length: 20 }, (_, index) => 3 + ((index + run) % 3))));

describe('on a suite that never fails', () => {
  const calibration = calibrated(STABLE, policy({}));

  test('nothing is red unchanged, and a break of one case is seen', () => {
    for (const plan of calibration.plans) expect(plan.effects.unchanged).toMatchObject({ fail: 0 });
    expect(ownOf(calibration).effects.one_broken?.fail).toBeGreaterThan(0.8);
  });

  test('both methods are looked at, and the policy marks its own plan', () => {
    expect(calibration.plans.map(({ method, looks, own }) => [method, looks, own])).toEqual([
      ['threshold', [3], false],
      ['threshold', [5], false],
      ['threshold', [10], false],
      ['statistical', [3], false],
      ['statistical', [5], false],
      ['statistical', [10], false],
      ['statistical', [3, 5, 10], true],
    ]);
  });
});

describe('on a flaky suite', () => {
  const threshold = policy({ method: 'threshold', pass_rate: { max_drop: 0.02 } });
  const calibration = calibrated(FLAKY, threshold, { min: 5, max: 5 });

  test('a threshold cries wolf where the statistical method does not', () => {
    const [own, adaptive] = [ownOf(calibration), adaptiveOf(calibration)];
    expect(own).toMatchObject({ method: 'threshold', looks: [5] });
    expect(own.effects.unchanged?.fail).toBeGreaterThan(0.2);
    expect(adaptive.effects.unchanged?.fail).toBeLessThan(0.1);
  });

  test('a larger drop is seen more often, and a plan of more trials spends them', () => {
    const { effects } = adaptiveOf(calibration);
    expect(effects.drop_10?.fail).toBeGreaterThan(effects.drop_2?.fail ?? 1);
    expect(effects.unchanged?.trials).toBeGreaterThan(3);
    expect(effects.unchanged?.trials).toBeLessThan(10);
  });

  test('equal files, options and seed give equal figures in whatever order the files are named', () => {
    expect(calibrated(FLAKY.toReversed(), threshold, { min: 5, max: 5 })).toEqual(calibration);
  });

  test('whoever makes a draw, and when, the figures are the same to the last bit', () => {
    const simulation = simulationOf(FLAKY, threshold, { min: 5, max: 5 }, OPTIONS);
    if (simulation === null) throw new Error('expected a simulation');
    const numbers = Array.from({ length: DRAWS }, (_, draw) => draw);
    const [even, odd] = [0, 1].map((rest) =>
      tallyDraws(simulation, numbers.filter((draw) => draw % 2 === rest).reverse()),
    );
    expect(
      calibrationOf(
        simulation,
        [odd, even].flatMap((part) => part ?? []),
      ),
    ).toEqual(calibration);
  });
});

test('floors are part of the verdict, and red by them alone is told apart', () => {
  const { effects } = ownOf(calibrated(FLAKY, policy({ case_pass_rate: { min: 0.9 } })));
  expect(effects.unchanged?.fail).toBeGreaterThan(0.9);
  expect(effects.unchanged?.fail_by_floor_alone).toBeGreaterThan(0.8);
});

test('a floor that is read with confidence is red less often, and open more often', () => {
  const of = (min_mode: string) =>
    ownOf(calibrated(FLAKY, policy({ pass_rate: { min: 0.82, min_mode } }), RANGE, { draws: tries(60), seed: 3 }))
      .effects;
  const [point, confident] = [of('point').unchanged, of('confident').unchanged];
  expect(confident?.fail).toBeLessThan((point?.fail ?? 0) - 0.2);
  expect(confident?.inconclusive).toBeGreaterThan(point?.inconclusive ?? 1);
});

test('a failure of a never-fail case is red', () => {
  const { effects } = ownOf(calibrated(FLAKY, policy({ never_fail: ['case-0'] })));
  expect(effects.unchanged?.fail).toBeGreaterThan(0.5);
});

test('a case that names its own number of trials keeps it in every plan', () => {
  const runs = [resultsFile([caseRecord('case', { fixed_trials: true, planned_trials: 5 })])];
  for (const { effects } of calibrated(runs, policy({})).plans) expect(effects.unchanged?.trials).toBe(5);
});

test('a drop that is larger than the pass rate has no room', () => {
  const hard = runsOf([[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]);
  const { effects } = ownOf(calibrated(hard, policy({})));
  expect(effects.drop_2).toBeNull();
  expect(effects.drop_10).toBeNull();
  expect(effects.one_broken).toBeNull();
  expect(effects.unchanged).not.toBeNull();
});

test('runs that differ beyond chance are told apart by how far they do', () => {
  const drifting = runsOf([5, 3, 5, 2].map((passed) => Array.from({ length: 20 }, () => passed)));
  expect(calibrated(drifting, policy({})).drift).toBeGreaterThan(0.1);
  expect(calibrated(drifting.slice(0, 2), policy({})).drift).toBeNull();
});

test('without a judged trial there is nothing to draw from', () => {
  expect(simulationOf([], policy({}), RANGE, OPTIONS)).toBeNull();
  const faulty = resultsFile([caseRecord('case', { trials: outcomes(0, 0, 5) })]);
  expect(simulationOf([faulty], policy({}), RANGE, OPTIONS)).toBeNull();
});

function calibrated(
  runs: readonly ResultsFile[],
  rules: Policy,
  trials = RANGE,
  options: SimulationOptions = OPTIONS,
): Calibration {
  const simulation = simulationOf(runs, rules, trials, options);
  if (simulation === null) throw new Error('expected a simulation');
  return calibrationOf(simulation, [
    tallyDraws(
      simulation,
      Array.from({ length: options.draws }, (_, draw) => draw),
    ),
  ]);
}

function ownOf({ plans }: Calibration): PlanCalibration {
  return found(plans.find(({ own }) => own));
}

function adaptiveOf({ plans }: Calibration): PlanCalibration {
  return found(plans.find(({ looks }) => looks.length > 1));
}

function found(plan: PlanCalibration | undefined): PlanCalibration {
  if (plan === undefined) throw new Error('expected a plan');
  return plan;
}
