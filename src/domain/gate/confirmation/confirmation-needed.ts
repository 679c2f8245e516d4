import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { verdictOf } from '../conclude.ts';
import { evaluateGates } from '../evaluate-gates.ts';
import type { Policy } from '../policy.ts';
import { type ConfirmationPlan, planConfirmation } from './plan-confirmation.ts';
import { planRetest } from './retest.ts';

/**
 * The fresh trials needed to confirm a red decision; `null` if no red test can be confirmed.
 *
 * @param retests cases that look worse are tried again, which takes a part of the budget of single cases
 */
export function confirmationNeeded(
  comparison: Comparison,
  policy: Policy,
  candidate: ResultsFile,
  retests: boolean,
): ConfirmationPlan | null {
  const { gates, evidence } = evaluateGates(comparison, policy, candidate, {
    confirmation: { kind: 'pending' },
    retests,
  });
  return planConfirmation(gates, evidence);
}

/** The fresh trials of both sides that cases which look worse are worth; `null` where no case does, or the gates are red without them. */
export function retestNeeded(comparison: Comparison, policy: Policy, candidate: ResultsFile): ConfirmationPlan | null {
  const confirmation = { kind: 'pending' } as const;
  const { gates } = evaluateGates(comparison, policy, candidate, { confirmation, retests: true });
  return verdictOf(gates.findings) === 'fail' ? null : planRetest(gates.cases, candidate);
}
