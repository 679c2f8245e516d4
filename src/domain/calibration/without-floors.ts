import type { Policy, RateRule, TagPolicy } from '#domain/gate/policy.ts';

/** The policy's tests against main alone. */
export function withoutFloors(policy: Policy): Policy {
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
