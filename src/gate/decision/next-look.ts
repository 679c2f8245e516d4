import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { evaluateGates } from './evaluate-gates.ts';
import { policyFor } from './judged/policy-for.ts';
import type { NextLook } from './looks/test-looks.ts';
import type { Policy } from './terms/policy.ts';

/**
 * The look to continue with, or `null` if the run may end.
 *
 * @param candidate what ran so far; its `stop.look` is the look that just ended
 */
export function nextLook(comparison: LeanComparison, policy: Policy, candidate: LeanResults): NextLook | null {
  return evaluateGates(comparison, policyFor(policy, candidate), candidate).gates.looks.next;
}
