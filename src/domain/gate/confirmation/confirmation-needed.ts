import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results/results-file.ts';
import type { Policy } from '../policy.ts';
import { weigh } from '../weigh.ts';
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
