import { defaultPolicy } from '#domain/config/gate/policy-schema.ts';
import type { Policy } from '#domain/gate/policy.ts';

/** A policy with another method; method statistical always compares the pass rate, with the default bounds if none are written. */
export function withMethod(policy: Policy, method: Policy['method']): Policy {
  const { pass_rate: rule } = policy;
  const { max_drop, rule_out } = defaultPolicy().pass_rate;
  const isUnwritten = policy.method === 'threshold' && method === 'statistical' && rule.max_drop === null;
  return { ...policy, method, ...(isUnwritten && { pass_rate: { ...rule, max_drop, rule_out } }) };
}
