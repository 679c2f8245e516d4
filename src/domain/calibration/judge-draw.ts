import { failedTests } from '#domain/gate/confirmation/failed-tests.ts';
import type { GateEvidence, PairedCase } from '#domain/gate/evidence.ts';
import { judgeEvidence } from '#domain/gate/judge-evidence.ts';
import type { Policy, RateRule, TagPolicy } from '#domain/gate/policy.ts';
import { checkFloors } from '#domain/gate/rules/floors/check.ts';
import type { Plan } from './plans.ts';
import type { DrawOutcome } from './tally.ts';

/**
 * The gate's verdict on simulated evidence under a plan. Never-fail cases run to the plan's last look, and any failure of
 * theirs is red.
 */
export function judgeDraw({ paired }: GateEvidence, policy: Policy, { method, looks }: Plan): DrawOutcome {
  const last = looks.at(-1) ?? 1;
  const planned = paired.map((item) => forPlan(item, last));
  const judged = judgeEvidence(
    { candidate: planned, paired: planned },
    { ...withoutFloors(policy), method },
    { looks, stop: last, appended: false },
    { reckons_with_spread: true },
  );
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
    trials: judged.trials / paired.length,
  };
}

/** The case with the most trials that the plan can give it. */
function forPlan(item: PairedCase, last: number): PairedCase {
  if (item.fixed) return item;
  const trials = item.trials.filter(({ index }) => index <= last);
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
