import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import type { Policy } from '../terms/policy.ts';

/** The policy for a run: a calibration of another judge says nothing about its own. */
export function policyFor(policy: Policy, { judge }: Pick<LeanResults, 'judge'>): Policy {
  const of = policy.judge?.of;
  if (policy.judge === undefined || of === undefined || judge === undefined || judge.identity === of) return policy;
  const names = `${of.slice(0, SHOWN)}, this is ${judge.identity.slice(0, SHOWN)}`;
  const unusable = `another judge was calibrated (${names}); run the command calibrate-judge again`;
  return { ...policy, judge: { ...policy.judge, criteria: {}, unusable } };
}

const SHOWN = 12;
