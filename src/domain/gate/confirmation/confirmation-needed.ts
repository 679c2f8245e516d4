import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import { evaluateGates } from '../evaluate-gates.ts';
import type { Policy } from '../policy.ts';
import { type ConfirmationPlan, planConfirmation } from './plan-confirmation.ts';

/** The fresh trials needed to confirm a red decision; `null` if no red test can be confirmed. */
export function confirmationNeeded(
  comparison: Comparison,
  policy: Policy,
  candidate: ResultsFile,
): ConfirmationPlan | null {
  const { gates, evidence } = evaluateGates(comparison, policy, candidate, { kind: 'pending' });
  return planConfirmation(gates, evidence);
}
