import { failedTests } from '#domain/gate/confirmation/failed-tests.ts';
import type { GateEvidence, PairedCase } from '#domain/gate/evidence.ts';
import { type EvidenceVerdict, judgeByPlan } from '#domain/gate/judge-evidence.ts';
import { withTrials } from '#domain/gate/looks/trials-at.ts';
import { type GatePlan, planGates } from '#domain/gate/plan.ts';
import type { Policy, RateRule, TagPolicy } from '#domain/gate/policy.ts';
import { checkFloors } from '#domain/gate/rules/floors/check.ts';
import type { Plan } from './plans.ts';
import type { DrawOutcome } from './tally.ts';

/**
 * The gate's verdicts on candidates that are compared with the same simulated runs of main, under each plan: what follows from
 * main alone is found out once. Never-fail cases run to a plan's last look, and any failure of theirs is red.
 */
export function judgeOfDraw(
  policy: Policy,
  plans: readonly Plan[],
): (evidence: GateEvidence) => readonly DrawOutcome[] {
  const rules = withoutFloors(policy);
  const gates = new Map<Plan, GatePlan>();
  const planOf = (plan: Plan, paired: readonly PairedCase[], own: Policy): GatePlan => {
    const known = gates.get(plan) ?? planGates(paired, own, { looks: plan.looks, reckons_with_spread: true });
    gates.set(plan, known);
    return known;
  };
  return ({ paired }) => {
    const cut = new Map<number, readonly PairedCase[]>();
    return plans.map((plan) => {
      const last = plan.looks.at(-1) ?? 1;
      const planned = cut.get(last) ?? paired.map((item) => forPlan(item, last));
      cut.set(last, planned);
      const own = { ...rules, method: plan.method };
      const run = { looks: plan.looks, stop: last, appended: false };
      const judged = judgeByPlan({ candidate: planned, paired: planned }, own, run, planOf(plan, planned, own));
      return outcomeOf(judged, planned, policy);
    });
  };
}

function outcomeOf(judged: EvidenceVerdict, planned: readonly PairedCase[], policy: Policy): DrawOutcome {
  // Floors are tested separately, without a baseline: with one, each would compute its own false-alarm rate by drawing thousands
  // of times.
  const floors = checkFloors({ candidate: judged.used.candidate, paired: [] }, policy).map(({ outcome }) => outcome);
  const guarded = planned.filter(({ never_fail }) => never_fail);
  const intolerable = guarded.some(({ trials }) => trials.some(({ passed }) => !passed));
  const found = [judged.verdict, ...floors, intolerable ? 'fail' : 'pass'];
  const verdict = found.includes('fail') ? 'fail' : found.includes('inconclusive') ? 'inconclusive' : 'pass';
  return {
    verdict,
    by_floor_alone: verdict === 'fail' && failedTests(judged.gates, judged.used).length === 0,
    trials: judged.trials / planned.length,
  };
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
