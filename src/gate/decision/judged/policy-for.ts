import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { type PolicyOfPart, withoutEmptyBounds } from '../rules/floors/left-empty.ts';
import type { Policy } from '../terms/policy.ts';

/** The policy for the cases of a run, and the bounds that it lost because its selection leaves them nothing to check. */
export function policyFor(policy: Policy, comparison: Comparison, results: ResultsFile): PolicyOfPart {
  return withoutEmptyBounds(ofItsJudge(policy, results), comparison, results);
}

/** A calibration of another judge says nothing about theirs. */
function ofItsJudge(policy: Policy, { judge }: Pick<ResultsFile, 'judge'>): Policy {
  const of = policy.judge?.of;
  if (policy.judge === undefined || of === undefined || judge === undefined || judge.identity === of) return policy;
  const names = `${of.slice(0, SHOWN)}, this is ${judge.identity.slice(0, SHOWN)}`;
  const unusable = `another judge was calibrated (${names}); run agent-eval calibrate-judge again`;
  return { ...policy, judge: { ...policy.judge, criteria: {}, unusable } };
}

const SHOWN = 12;
