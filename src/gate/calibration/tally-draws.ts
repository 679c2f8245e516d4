import { decideByPlan, type EvidenceVerdict } from '#gate/decision/decide-evidence.ts';
import { checkFloors } from '#gate/decision/rules/floors/check.ts';
import { planGates } from '#gate/decision/rules/plan.ts';
import { isScopeRed } from '#gate/decision/rules/scope.ts';
import type { PairedCase } from '#gate/decision/terms/evidence.ts';
import type { Policy, RateRule, TagPolicy } from '#gate/decision/terms/policy.ts';
import { withTrials } from '#gate/decision/terms/trials-at.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import type { Effect } from './calibration.ts';
import { EFFECTS } from './effects.ts';
import type { Plan } from './plans.ts';
import { resample } from './resample.ts';
import type { Simulation } from './simulation.ts';
import { addVerdict, type DrawOutcome, type Tally } from './tally.ts';
import { withMethod } from './with-method.ts';

/** The tallies of every plan, by effect. */
export type Tallies = { readonly [effect in Effect]: Tally[] };

/**
 * Makes some of a simulation's draws and counts their verdicts. Each draw has its own seed, so it does not matter which thread
 * makes it.
 *
 * @param draws their numbers, from 0
 */
export function tallyDraws({ suite, policy, plans, seed }: Simulation, draws: Iterable<number>): Tallies {
  const most = Math.max(1, ...plans.flatMap(({ looks }) => looks));
  const tallies: Tallies = { unchanged: [], drop_2: [], drop_5: [], drop_10: [], one_broken: [] };
  for (const draw of draws) {
    const drawn = resample(suite, most, seededRandom(seed + draw));
    const judge = judgeOfDraw(policy, plans, drawn.main);
    for (const effect of EFFECTS) {
      const candidate = drawn.candidateOf(effect);
      if (candidate === null) continue;
      for (const [index, outcome] of judge(candidate).entries())
        tallies[effect][index] = addVerdict(tallies[effect][index], outcome);
    }
  }
  return tallies;
}

/**
 * The gate's verdicts on candidates that are compared with the same simulated runs of main, under each plan: what follows from
 * main alone is computed once. Never-fail cases run to a plan's last look, and any failure of theirs is red.
 *
 * @param main with main's trials and none of a candidate
 * @returns asks for the verdicts on a candidate, of each plan
 */
function judgeOfDraw(
  policy: Policy,
  plans: readonly Plan[],
  main: readonly PairedCase[],
): (paired: readonly PairedCase[]) => readonly DrawOutcome[] {
  const rules = withoutFloors(policy);
  const planned = plans.map((plan) => {
    const own = withMethod(rules, plan.method);
    return { plan, own, gates: planGates(main, own, { looks: plan.looks, reckons_with_days: true }) };
  });
  return (paired) =>
    planned.map(({ plan, own, gates }) => {
      const last = plan.looks.at(-1) ?? 1;
      const cut = paired.map((item) => forPlan(item, last));
      const run = { looks: plan.looks, stop: last, appended: false };
      return outcomeOf(decideByPlan({ candidate: cut, paired: cut }, own, run, gates), cut, policy);
    });
}

function outcomeOf(judged: EvidenceVerdict, planned: readonly PairedCase[], policy: Policy): DrawOutcome {
  // Floors are tested separately, without a baseline: with one, each would compute its own false-alarm rate by drawing thousands
  // of times.
  const floors = checkFloors({ candidate: judged.used.candidate, paired: [] }, policy).map(({ outcome }) => outcome);
  const guarded = planned.filter(({ never_fail }) => never_fail);
  const intolerable = guarded.some(({ trials }) => trials.some(({ passed }) => !passed));
  const verdicts = [judged.verdict, ...floors, intolerable ? 'fail' : 'pass'];
  const verdict = verdicts.includes('fail') ? 'fail' : verdicts.includes('inconclusive') ? 'inconclusive' : 'pass';
  return {
    verdict,
    by_floor_alone: verdict === 'fail' && !isRedByComparison(judged),
    trials: judged.trials,
  };
}

function isRedByComparison({ gates: { suite, cases, tags } }: EvidenceVerdict): boolean {
  return isScopeRed(suite) || cases.some(({ failed }) => failed) || tags.some(({ tests }) => isScopeRed(tests));
}

/** The case with the most trials that the plan can give it. */
function forPlan(item: PairedCase, last: number): PairedCase {
  if (item.fixed) return item;
  const { trials } = withTrials(item, last);
  return { ...item, scheduled: last, scored: trials.length, trials };
}

/** The policy's tests against main, without floors. */
function withoutFloors(policy: Policy): Policy {
  return {
    ...policy,
    pass_rate: { ...policy.pass_rate, min: null },
    tool_recall: withoutMin(policy.tool_recall),
    case_pass_rate: null,
    tags: Object.fromEntries(Object.entries(policy.tags).map(([tag, rules]) => [tag, ofTag(rules)])),
  };
}

function ofTag(rules: TagPolicy): TagPolicy {
  return { ...rules, pass_rate: withoutMin(rules.pass_rate), tool_recall: withoutMin(rules.tool_recall) };
}

function withoutMin(rule: RateRule | null): RateRule | null {
  return rule && { ...rule, min: null };
}
