import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { evaluateGates } from './evaluate-gates.ts';
import { policyFor } from './judged/policy-for.ts';
import { lookRunOf } from './looks/look-run.ts';
import { type NextLook, testLooks } from './looks/test-looks.ts';
import { planGates } from './rules/plan.ts';
import { collectEvidence } from './terms/collect-evidence.ts';
import type { Policy } from './terms/policy.ts';

/**
 * The look to continue with, or `null` if the run may end.
 *
 * @param candidate what ran so far; its `stop.look` is the look that just ended
 */
export function nextLook(comparison: Comparison, written: Policy, candidate: ResultsFile): NextLook | null {
  const policy = policyFor(written, candidate);
  if (candidate.accepts !== undefined || policy.quarantine !== undefined)
    return evaluateGates(comparison, policy, candidate).gates.looks.next;
  const { paired, carried } = collectEvidence(comparison, candidate);
  const plan = planGates(paired, policy, {
    looks: candidate.looks,
    looks_choose: candidate.again !== undefined,
    reckons_with_days: true,
    carried,
  });
  return testLooks(paired, plan, lookRunOf(candidate)).next;
}
