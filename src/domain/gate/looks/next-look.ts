import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { spreadStandsIn } from '../confirmation/confirmation.ts';
import { collectEvidence } from '../evidence.ts';
import { policyFor } from '../judged/judge-rules.ts';
import { planGates } from '../plan.ts';
import type { Policy } from '../policy.ts';
import type { RunContext } from '../surroundings.ts';
import { lookRunOf } from './look-run.ts';
import { type NextLook, testLooks } from './test-looks.ts';

/**
 * The look to continue with, or `null` if the run may end.
 *
 * @param candidate what ran so far; its `stop.look` is the look that just ended
 */
export function nextLook(
  comparison: Comparison,
  written: Policy,
  candidate: ResultsFile,
  { confirmation, retests }: Pick<RunContext, 'confirmation' | 'retests'>,
): NextLook | null {
  const policy = policyFor(written, candidate);
  const { paired, carried } = collectEvidence(comparison, candidate);
  const plan = planGates(paired, policy, {
    looks: candidate.looks,
    reckons_with_spread: spreadStandsIn(confirmation),
    retests,
    carried,
  });
  return testLooks(paired, plan, lookRunOf(candidate)).next;
}
