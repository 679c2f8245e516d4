import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { evaluateGates } from './evaluate-gates.ts';
import { policyFor } from './judged/policy-for.ts';
import type { NextLook } from './looks/test-looks.ts';
import type { Policy } from './terms/policy.ts';

/**
 * The look to continue with, or `null` if the run may end.
 *
 * @param candidate what ran so far; its `stop.look` is the look that just ended
 */
export function nextLook(comparison: Comparison, policy: Policy, candidate: ResultsFile): NextLook | null {
  return evaluateGates(comparison, policyFor(policy, candidate), candidate).gates.looks.next;
}
