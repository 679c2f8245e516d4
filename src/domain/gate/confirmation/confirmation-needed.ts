import type { Comparison } from '#domain/baseline/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import { weigh } from '../evaluate-gates.ts';
import type { Policy } from '../policy.ts';
import { type ConfirmationPlan, planConfirmation } from './plan-confirmation.ts';

/** The fresh trials that a red decision has to be confirmed by; `null` where nothing that is red can be. */
export function confirmationNeeded(
  comparison: Comparison,
  policy: Policy,
  candidate: ResultsFile,
): ConfirmationPlan | null {
  const { gates, evidence } = weigh(comparison, policy, candidate, { kind: 'to_be_asked' });
  return planConfirmation(gates, evidence);
}
