import { varianceOfOneMoreRun } from '#statistics/counts/between-runs.ts';
import { shareShown } from '#statistics/judge/corrected-drop.ts';
import type { PlannedCase } from '#statistics/power/lowered-suite.ts';
import { powerAgain } from '#statistics/power/power-again.ts';
import { powerAlone } from '#statistics/power/power-alone.ts';
import { smallestDrop } from '#statistics/power/smallest-drop.ts';
import { passMargins, stageBoundaries } from '#statistics/sequential/stage-boundaries.ts';
import { clearedAbove, divideAgain } from '../again/stages.ts';
import type { GatePlan } from '../rules/plan.ts';
import { type PairedCase, passes } from '../terms/evidence.ts';
import { correctionOf } from '../terms/judge-rules.ts';
import { WRONG_PASS } from '../terms/look-boundaries.ts';

/** What the test of the mean pass rate would find, whatever it found. */
export interface Sight {
  /** The smallest drop that is red in four of five changes that have it; `null`: not even one of 60 points, or there is no such test. */
  readonly detectable_drop: number | null;
  /** The share of changes with a drop of `rule_out` that are red; `null`: there is none. */
  readonly red_at_rule_out: number | null;
}

const NOTHING: Sight = { detectable_drop: null, red_at_rule_out: null };

/**
 * What a plan would find, from main's trials alone: the plan is played.
 *
 * @param stages fresh trials of both sides, where these decide
 */
export function sightOf(paired: readonly PairedCase[], plan: GatePlan, stages: readonly number[]): Sight {
  const { pass_rate: test } = plan.suite;
  const budget = plan.alpha.suite ?? 0;
  if (test === null || budget === 0 || paired.length === 0) return NOTHING;
  const cases = paired.map(plannedCase);
  // A judge that errs shows only a part of a drop, and what the change can't reach does not drop.
  const all = paired.length + (test.unaffected ?? 0);
  const visible = shareShown(paired.map((item) => correctionOf(item, test.judge))) * (all / paired.length);
  const limits = {
    max_drop: test.max_drop * visible,
    rule_out: test.rule_out === null ? null : test.rule_out * visible,
  };
  const power = plan.looks_choose
    ? powerAgain(cases, { ...limits, ...againPlan(plan, test.boundary, stages) })
    : powerAlone(cases, { ...limits, ...alonePlan(plan, test) });
  const smallest = smallestDrop(power);
  return {
    detectable_drop: smallest === null ? null : smallest / visible,
    red_at_rule_out: limits.rule_out === null ? null : power(limits.rule_out),
  };
}

/** A case with its own number of trials has it at every look. */
function plannedCase({ baseline, fixed, scheduled }: PairedCase): PlannedCase {
  return { b: passes(baseline), m: baseline.length, own: fixed ? scheduled : null };
}

function againPlan(plan: GatePlan, worse: number, stages: readonly number[]) {
  const name = { tag: null, test: 'pass_rate' } as const;
  const boundaries = stageBoundaries(divideAgain([name], plan.alpha.case !== undefined, plan).scope(name), stages);
  const margins = passMargins(WRONG_PASS.fresh, stages);
  return {
    looks: plan.looks,
    worse,
    stages: stages.map((trials, i) => ({
      trials,
      red: boundaries[i] ?? 0,
      cleared: clearedAbove(trials),
      z: margins[i] ?? 0,
    })),
  };
}

function alonePlan(
  { looks, between_runs: between }: GatePlan,
  { boundary, drift }: NonNullable<GatePlan['suite']['pass_rate']>,
) {
  const last = looks.at(-1);
  return {
    looks: looks.map(({ look, suite, z }) => ({ look, red: suite ?? boundary, z })),
    cases: last === undefined || last.case === null ? null : { look: last.look, red: last.case },
    drift,
    extra_variance: between === null ? 0 : varianceOfOneMoreRun(between),
  };
}
