import { type Policy, USUAL_BOUNDS } from '#gate/decision/terms/policy.ts';

/** A policy with another method; method statistical always compares the pass rate, with the default bounds if none are written. */
export function withMethod(policy: Policy, method: Policy['method']): Policy {
  const { pass_rate: rule } = policy;
  const isUnwritten = policy.method === 'threshold' && method === 'statistical' && rule.max_drop === null;
  return { ...policy, method, ...(isUnwritten && { pass_rate: { ...rule, ...USUAL_BOUNDS } }) };
}
